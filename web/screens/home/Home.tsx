import classes from './Home.module.css'
import { LocationCard } from './LocationCard.tsx'
import { LocationsAwaited } from './LocationsAwaited.tsx'
import { useLocationForm } from './location-form/use-location-form.tsx'
import { NothingWatched } from './NothingWatched.tsx'
import { plainReason } from '#web/data/failures.ts'
import { useLocations } from '#web/data/locations.ts'
import { useMe } from '#web/data/users.ts'
import { ErrorNote } from '#web/parts/ErrorNote.tsx'
import { PageHeader } from '#web/parts/PageHeader.tsx'
import { shownClock, shownDay } from '#web/parts/times.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'

/** The own locations, each with the live state of its rings. */
export function Home() {
  const me = useMe()
  const now = useNow()
  const { data: locations, error, refetch } = useLocations()
  const addButton = useRef<HTMLButtonElement>(null)
  const { open, form } = useLocationForm(addButton)
  const isEmpty = locations?.length === 0
  const add = (
    <Button ref={addButton} leftSection={<IconPlus size={18} aria-hidden />} onClick={() => void open(null)}>
      Add Location
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Home"
        sub={`${shownDay(now, me.timeZone)} · ${shownClock(now, me.timeZone)}`}
        actions={isEmpty ? undefined : add}
      />
      {error && !locations && (
        <ErrorNote
          title="Problem retrieving locations"
          text={plainReason(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!locations && !error && <LocationsAwaited />}
      {isEmpty && <NothingWatched action={add} />}
      {locations && locations.length > 0 && (
        <div className={classes.locations}>
          {locations.map(location => (
            <LocationCard key={location.id} location={location} zone={me.timeZone} onEdit={open} />
          ))}
        </div>
      )}
      {form}
    </>
  )
}
