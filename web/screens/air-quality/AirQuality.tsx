import { OwnAir } from './OwnAir.tsx'
import { SensorTable } from './SensorTable.tsx'
import { adminRoles, effectiveRole } from '#domain/access/roles'
import { useMe } from '#web/data/people/users.ts'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'

/** Administrators see the sensors. Everyone else sees the air at their own locations. */
export function AirQuality() {
  const me = useMe()
  const isAdmin = adminRoles.some(role => role === effectiveRole(me.roleName))
  return (
    <>
      <PageHeader
        title="Air Quality"
        sub={
          isAdmin
            ? 'Sensors within 10 miles of your locations, with their NowCast air quality index'
            : 'Air quality at your locations, from the nearest sensor within 10 miles'
        }
      />
      {isAdmin ? <SensorTable /> : <OwnAir />}
    </>
  )
}
