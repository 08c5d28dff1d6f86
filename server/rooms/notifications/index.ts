import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Figure } from '#server/platform/figures'
import type { Schedule } from '#server/platform/schedule'
import type { Db, Tx } from '#server/platform/store/index'
import { emailChannel } from './channels/email.ts'
import { dispatchDue } from './engine.ts'
import { notificationRoutes } from './routes.ts'
import { countWaiting, insertDelivery } from './store.ts'

export { forgetSettings } from './forget-settings.ts'

export interface Email {
  readonly customerId: number | null
  readonly to: string
  readonly subject: string
  readonly text: string
  /** After this it is no longer true or useful, and is not sent any more. */
  readonly expiresAt: Date
  readonly dedupeKey?: string
}

/** Queues an e-mail in the transaction of what it tells about. Its text rests sealed: it may hold a link that opens an account. */
export type QueueEmail = (tx: Tx, email: Email, now: Date) => Promise<void>

export interface NotificationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly bus: Bus<Events>
  readonly keeperSchedule: Schedule
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
}

export interface Notifications {
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
}

/** What is sent to people, and what became of it. */
export function createNotifications(deps: NotificationsDeps): Notifications {
  const { db, clock, secrets, bus, keeperSchedule, smtpUrl, mailFrom } = deps
  const channels = { email: emailChannel({ smtpUrl, from: mailFrom }) }
  const dispatch = { db, clock, secrets, channels, chance: Math.random }
  keeperSchedule.every('outbox', 5 * secondMs, () => dispatchDue(dispatch))
  bus.hear('outbox-filled', () => keeperSchedule.nudge('outbox'))
  return { routes: notificationRoutes({ db, secrets }), figures: figuresOf(db) }
}

function figuresOf(db: Db): Figure[] {
  return [
    {
      name: 'skywarden_outbox_waiting',
      help: 'Messages that wait to be sent, by channel',
      labelNames: ['channel'],
      read: async () => {
        const counted = await countWaiting(db, 'system')
        const waiting = counted.find(({ channel }) => channel === 'email')?.waiting ?? 0
        return [{ labels: { channel: 'email' }, value: waiting }]
      },
    },
  ]
}

export function createQueueEmail(secrets: Secrets): QueueEmail {
  return (tx, email, now) =>
    insertDelivery(
      tx,
      {
        customerId: email.customerId,
        channel: 'email',
        recipient: email.to,
        subject: email.subject,
        sealedText: secrets.seal(email.text),
        dedupeKey: email.dedupeKey ?? null,
        expiresAt: email.expiresAt,
      },
      now,
    )
}
