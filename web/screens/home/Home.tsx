import classes from './Home.module.css'
import { LocationCard } from './LocationCard.tsx'
import { LocationsAwaited } from './LocationsAwaited.tsx'
import { NothingWatched } from './NothingWatched.tsx'
import { plainReason } from '#web/data/failures.ts'
import { useLocations } from '#web/data/locations.ts'
import { useMe } from '#web/data/users.ts'
import { ErrorNote } from '#web/parts/ErrorNote.tsx'
import { PageHeader } from '#web/parts/PageHeader.tsx'
import { shownClock, shownDay } from '#web/parts/times.ts'
import { useNow } from '#web/parts/use-now.ts'

/** The own locations, each with the live state of its rings. */
export function Home() {
  const me = useMe()
  const now = useNow()
  const { data: locations, error, refetch } = useLocations()
  return (
    <>
      <PageHeader title="Home" sub={`${shownDay(now, me.timeZone)} · ${shownClock(now, me.timeZone)}`} />
      {error && !locations && (
        <ErrorNote
          title="Problem retrieving locations"
          text={plainReason(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!locations && !error && <LocationsAwaited />}
      {locations?.length === 0 && <NothingWatched />}
      {locations && locations.length > 0 && (
        <div className={classes.locations}>
          {locations.map(location => (
            <LocationCard key={location.id} location={location} zone={me.timeZone} />
          ))}
        </div>
      )}
    </>
  )
}
