import classes from './Users.module.css'
import { useEmailSubscription } from '#web/data/people.ts'
import { Hint } from '#web/parts/Hint.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'

/** Asked for when the row is shown, and shows nothing before it is known. */
export function UnsubscribedMark({ personId }: { personId: string }) {
  const { data } = useEmailSubscription(personId)
  if (!data || data.isSubscribed) return null
  return (
    <Hint text="This user unsubscribed from email alerts." className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden />
    </Hint>
  )
}
