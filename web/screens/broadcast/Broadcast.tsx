import { useChoices } from './use-choices.ts'
import { useWakeLock } from './use-wake-lock.ts'
import type { Location } from '#contract/places/locations'
import { useLocations } from '#web/data/places/locations.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useMe } from '#web/data/people/users.ts'
import { MapAwaited, WholePage } from '#web/map/WholePage.tsx'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { isKioskAddress } from '#web/shell/kiosk.ts'
import { useLocation } from 'react-router'

const Wall = fetchedPart(() => import('./Wall.tsx').then(file => file.Wall), <MapAwaited />)

const nowhere: readonly Location[] = []

/** Shows the weather and the state of the viewer's locations on a wall display that no one touches for weeks. */
export function Broadcast() {
  const { timeZone } = useMe()
  const asked = useLocations()
  const error = useStandingError(asked)
  const [choices, choose] = useChoices()
  const { pathname, search } = useLocation()
  useWakeLock()
  return (
    <WholePage title="Broadcast View">
      {asked.data || error ? (
        <Wall
          locations={asked.data ?? nowhere}
          areKnown={asked.data !== undefined}
          zone={timeZone}
          choices={choices}
          choose={choose}
          isKiosk={isKioskAddress(pathname, search)}
        />
      ) : null}
    </WholePage>
  )
}
