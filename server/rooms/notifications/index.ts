import type { Secrets } from '#server/platform/secrets'
import type { Figure } from '#server/platform/figures'
import type { Db, Tx } from '#server/platform/store/index'
import { countWaiting, insertDelivery } from './store.ts'

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

export function notificationFigures(db: Db): Figure[] {
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
