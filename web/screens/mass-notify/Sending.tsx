import classes from './MassNotify.module.css'
import { useSentMessage } from '#web/data/mass-notify.ts'
import { Card } from '#web/parts/Card.tsx'

/** How far the message that was just sent has come. */
export function Sending({ id }: { id: number }) {
  const { data } = useSentMessage(id)
  if (!data) return null
  const [delivered, undelivered] = [data.deliveredRecipients.length, data.undeliveredRecipients.length]
  const all = delivered + undelivered + data.waiting
  return (
    <Card title={data.waiting > 0 ? 'Sending…' : 'Sent'}>
      <div className={classes.preview} role="status">
        <progress
          className={classes.progress}
          max={all}
          value={delivered + undelivered}
          aria-label="Recipients settled"
        />
        <p>
          Delivered to {delivered} of {all}.{data.waiting > 0 && ` ${data.waiting} still waiting.`}
          {undelivered > 0 && ` Not delivered to ${undelivered}.`}
        </p>
      </div>
    </Card>
  )
}
