import classes from './Users.module.css'
import { useEmailSubscription } from '#web/data/people/people.ts'
import { Hint } from '#web/parts/page/Hint.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'

/** Marks a person who unsubscribed. Fetched when the row is shown; shows nothing until known. */
export function UnsubscribedMark({ personId }: { personId: string }) {
  const { data } = useEmailSubscription(personId)
  if (!data || data.isSubscribed) return null
  return (
    <Hint text="This user unsubscribed from email alerts." className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden />
    </Hint>
  )
}
