import classes from './MassNotify.module.css'
import { byReason, keptAndLost } from './undelivered.ts'
import { keptInOutbox } from '#domain/notifications/reachability'
import { useSentMessage } from '#web/data/messages/mass-notify.ts'
import { Card } from '#web/parts/page/Card.tsx'

/** Shows how far the delivery of the last message has progressed. */
export function Sending({ id }: { id: number }) {
  const { data } = useSentMessage(id)
  if (!data) return null
  const [delivered, undelivered] = [data.deliveredRecipients.length, data.undeliveredRecipients.length]
  const { kept, lost } = keptAndLost(data.undeliveredRecipients)
  const all = delivered + undelivered + data.waiting
  return (
    <Card title={titleOf(data.waiting, delivered)}>
      <div className={classes.preview} role="status">
        <progress
          className={classes.progress}
          max={all}
          value={delivered + undelivered}
          aria-label="Delivery progress"
        />
        <p>
          Delivered to {delivered} of {all}.{data.waiting > 0 && ` ${data.waiting} still waiting.`}
          {lost.length > 0 && ` Not delivered to ${lost.length}.`}
        </p>
        {byReason(lost).map(({ because, names }) => (
          <p key={because} className={classes.dim}>
            {because} ({names.length})
          </p>
        ))}
        {kept.length > 0 && <p>{keptInOutbox}.</p>}
      </div>
    </Card>
  )
}

function titleOf(waiting: number, delivered: number): string {
  if (waiting > 0) return 'Sending…'
  return delivered > 0 ? 'Sent' : 'Not sent'
}
