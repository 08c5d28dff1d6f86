import classes from './People.module.css'
import { peopleCount, notifiedText, unreachedWords } from './notified-text.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import type { PeopleStanding, PlaceStanding } from '#web/data/people/getting-started-steps.ts'
import { useGivePlace } from '#web/data/people/give-place.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'
import { Link } from 'react-router'

interface PeopleToldProps {
  people: PeopleStanding
  place: PlaceStanding
}

/** Lists who is notified about the place and who is not. */
export function PeopleNotified({ people, place }: PeopleToldProps) {
  const give = useGivePlace()
  const toast = useToast()
  if (place.kind === 'none') {
    return (
      <p className={classes.dim}>
        {peopleCount(people.others)} besides you, and no location to be notified about.
      </p>
    )
  }
  const { name } = place.place

  async function giveToAll() {
    if (place.kind === 'none') return
    try {
      await give.mutateAsync({ place: place.place, userIds: people.without.map(({ id }) => id) })
    } catch (error) {
      toast({ variant: 'error', header: 'Locations could not be saved', text: plainReason(error) })
    }
  }

  return (
    <>
      <p>
        {notifiedText(people.told, name)} <Link to="/Users">See Users</Link>
      </p>
      {people.unreached.length > 0 && (
        <WarningNote
          title={`${peopleCount(people.unreached.length)} cannot be reached`}
          text={unreachedWords(people.unreached)}
        />
      )}
      {people.without.length > 0 && (
        <WarningNote
          title={`${peopleCount(people.without.length)} without ${name}`}
          text="They are not notified about its weather. Share this location with them if they should be notified."
          action={
            <Button variant="default" loading={give.isPending} onClick={() => void giveToAll()}>
              Add {name} for them
            </Button>
          }
        />
      )}
    </>
  )
}
