import { NoAccess } from './NoAccess.tsx'
import { StationAwaited } from './StationAwaited.tsx'
import { StationShown } from './StationShown.tsx'
import { plainReason, RequestRefused } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useWeatherStation } from '#web/data/devices/stations.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useParams } from 'react-router'

/** The server does not reveal whether a station exists to people who may not see it. */
const refusals = [400, 403, 404]

/** Shows a weather station's current and past readings. Visitors can see public stations. */
export function Station() {
  const { weatherStationId: id = '', imageUrl } = useParams()
  const asked = useWeatherStation(id)
  const error = useStandingError(asked)
  if (error instanceof RequestRefused && refusals.includes(error.status)) return <NoAccess />
  if (asked.data) {
    return <StationShown key={id} station={asked.data} askedImage={imageUrl} isCutOff={error !== null} />
  }
  if (!error) return <StationAwaited />
  return (
    <>
      <PageHeader title="Weather Station" />
      <ErrorNote
        title="The weather station could not be loaded"
        text={plainReason(error)}
        onRetry={() => void asked.refetch()}
      />
    </>
  )
}
