import classes from './Deliveries.module.css'
import { DeliveryMark, type DeliveryStateName, channelNames } from './DeliveryMark.tsx'

import { shownInstant } from '#web/parts/time/times.ts'
import type { Channel } from '#domain/notifications/recipient'

/** A message to one person on one channel. */
export interface ShownDelivery {
  readonly channel: Channel
  readonly recipient: string
  readonly state: DeliveryStateName
  readonly at: string
  readonly attempts: number
  readonly answer: string | null
}

interface DeliveriesProps {
  deliveries: readonly ShownDelivery[]
  timeZone: string
}

/** Shows the channels on which a message to a person was sent, and how far each delivery got. */
export function Deliveries({ deliveries, timeZone }: DeliveriesProps) {
  return (
    <ul className={classes.deliveries}>
      {deliveries.map(delivery => (
        <li key={`${delivery.channel} ${delivery.recipient}`}>
          <span>
            {channelNames[delivery.channel]} to {delivery.recipient}
          </span>
          <DeliveryMark state={delivery.state} />
          <span className={classes.dim}>
            {shownInstant(delivery.at, timeZone)}
            {delivery.attempts > 1 && `, ${delivery.attempts} attempts`}
            {delivery.answer !== null && `: ${delivery.answer}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
