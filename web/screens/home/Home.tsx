import { asksForAll } from './all-locations/address.ts'
import { Dashboard } from './dashboard/Dashboard.tsx'
import { DashboardAwaited } from './dashboard/DashboardAwaited.tsx'
import { fetchFirstCards } from './dashboard/LowerCards.tsx'
import { useLocationForm } from './location-form/use-location-form.tsx'
import { NothingWatched } from './NothingWatched.tsx'
import classes from './NothingWatched.module.css'
import { Refused } from '#web/data/failures.ts'
import { listenAhead } from '#web/data/live/delays.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { askForLocationsAhead, useLocations } from '#web/data/locations.ts'
import { useMe } from '#web/data/users.ts'
import { fetchedPart } from '#web/parts/fetched-part.tsx'
import { Later } from '#web/parts/Later.tsx'
import { isNarrow } from '#web/parts/narrow.ts'
import { ErrorNote } from '#web/parts/ErrorNote.tsx'
import { PageHeader } from '#web/parts/PageHeader.tsx'
import { treatAsUnsafe } from '#web/parts/safety-words.ts'
import { shownClock, shownDay } from '#web/parts/times.ts'
import { useNow } from '#web/parts/use-now.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useRef, type ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'

const GetStarted = fetchedPart(loadGetStarted)
const AllLocations = fetchedPart(
  () => import('./all-locations/AllLocations.tsx').then(file => file.AllLocations),
  <DashboardAwaited />,
)

/** Where it cannot be had, nobody is led on: the state of the places is not taken away for it. */
async function loadGetStarted(): Promise<ComponentType> {
  try {
    const file = await import('./GetStarted.tsx')
    return file.GetStarted
  } catch {
    return () => null // whoever comes again later gets it
  }
}

/** What this screen begins with, before it is drawn. */
export function askAhead() {
  askForLocationsAhead()
  listenAhead()
}

/** The own locations: one of them with all there is to know, the others beside it; or all of them alike. */
export function Home() {
  const { timeZone, roleName } = useMe()
  const stream = useStream() // stays open between the two views
  const { data, error, refetch } = useLocations(stream)
  // Drawn in slices: a list that has come would be drawn in one go.
  const locations = useDeferredValue(data, undefined)
  const addButton = useRef<HTMLButtonElement>(null)
  const { open, form, addedId } = useLocationForm(addButton)
  const toast = useToast()
  const [search] = useSearchParams()
  useEffect(() => {
    if (!isNarrow()) fetchFirstCards().catch(() => {}) // told where they are drawn
  }, [])
  const isTold = useRef(false)
  useEffect(() => {
    // Once for each outage, however often the list is asked for meanwhile.
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
  // Nobody waits for it, and nobody who is not an administrator needs it.
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

/** What the server said, if it said anything. */
function refusal(error: Error): string | null {
  return error instanceof Refused && error.message !== '' ? error.message : null
}

function EmptyHeader({ zone }: { zone: string }) {
  const now = useNow()
  return <PageHeader title="Home" sub={`${shownDay(now, zone)} · ${shownClock(now, zone)}`} />
}
