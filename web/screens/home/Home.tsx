import { asksForAll } from './all-locations/address.ts'
import { Dashboard } from './dashboard/Dashboard.tsx'
import { DashboardAwaited } from './dashboard/DashboardAwaited.tsx'
import { fetchFirstCards } from './dashboard/LowerCards.tsx'
import { useLocationForm } from './location-form/use-location-form.tsx'
import { NothingWatched } from './NothingWatched.tsx'
import classes from './NothingWatched.module.css'
import { RequestRefused } from '#web/data/requests/failures.ts'
import { listenAhead } from '#web/data/live/delays.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { askForLocationsAhead, useLocations } from '#web/data/places/locations.ts'
import { useMe } from '#web/data/people/users.ts'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { Later } from '#web/parts/page/Later.tsx'
import { isNarrow } from '#web/parts/look/narrow.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { treatAsUnsafe } from '#web/parts/weather/safety-text.ts'
import { shownClock, shownDay } from '#web/parts/time/times.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useRef, type ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'

const GetStarted = fetchedPart(loadGetStarted)
const AllLocations = fetchedPart(
  () => import('./all-locations/AllLocations.tsx').then(file => file.AllLocations),
  <DashboardAwaited />,
)

/** If the guide cannot be loaded, it is left out, and the places' state stays on the screen. */
async function loadGetStarted(): Promise<ComponentType> {
  try {
    const file = await import('./GetStarted.tsx')
    return file.GetStarted
  } catch {
    return () => null // the next visit tries again
  }
}

/** Makes this screen's first requests before it renders. */
export async function askAhead(): Promise<void> {
  await Promise.all([askForLocationsAhead(), listenAhead()])
}

/** Shows the viewer's locations: one in full detail with the others next to it, or all of them alike. */
export function Home() {
  const { timeZone, roleName } = useMe()
  const stream = useStream() // the stream stays open when switching between the two views
  const { data, error, refetch } = useLocations(stream)
  // Deferred, so that a list that has just arrived is rendered in slices, not in one long task.
  const locations = useDeferredValue(data)
  const addButton = useRef<HTMLButtonElement>(null)
  const { open, form, addedId } = useLocationForm(addButton)
  const toast = useToast()
  const [search] = useSearchParams()
  useEffect(() => {
    if (!isNarrow()) fetchFirstCards().catch(() => {}) // errors are shown where the locations are rendered
  }, [])
  const isTold = useRef(false)
  useEffect(() => {
    // Shown once per outage, however often the list is refetched in the meantime.
    if (error && !isTold.current)
      toast({ variant: 'error', header: refusal(error) ?? 'Failed To Get Locations' })
    isTold.current = error !== null || (isTold.current && data === undefined)
  }, [error, data, toast])
  if (!locations && !error) return <DashboardAwaited />
  if (!locations) {
    return (
      <>
        <EmptyHeader zone={timeZone} />
        <ErrorNote
          title="Problem retrieving locations"
          text="Check internet connection"
          onRetry={() => void refetch()}
        >
          <p>{treatAsUnsafe}</p>
        </ErrorNote>
      </>
    )
  }
  // The page does not wait for the guide, which only administrators need.
  const start = roleName === 'Admin' && (
    <Later waiting={null}>
      <GetStarted />
    </Later>
  )
  return (
    <>
      {locations.length === 0 ? (
        <>
          <EmptyHeader zone={timeZone} />
          <NothingWatched
            action={
              <>
                {roleName === 'Admin' && (
                  <Button component={Link} to="/Welcome">
                    Get started in four steps
                  </Button>
                )}
                <Button
                  ref={addButton}
                  variant={roleName === 'Admin' ? 'default' : 'filled'}
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => void open(null)}
                >
                  Add Location
                </Button>
              </>
            }
          />
          <div className={classes.start}>{start}</div>
        </>
      ) : asksForAll(search) ? (
        <AllLocations locations={locations} />
      ) : (
        <Dashboard
          locations={locations}
          zone={timeZone}
          addedId={addedId}
          addButton={addButton}
          onAdd={() => void open(null)}
          onEdit={location => void open(location)}
          start={start}
        />
      )}
      {form}
    </>
  )
}

/** Returns the server's error message, if there is one. */
function refusal(error: Error): string | null {
  return error instanceof RequestRefused && error.message !== '' ? error.message : null
}

function EmptyHeader({ zone }: { zone: string }) {
  const now = useNow()
  return <PageHeader title="Home" sub={`${shownDay(now, zone)} · ${shownClock(now, zone)}`} />
}
