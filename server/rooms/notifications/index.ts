import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { insertDelivery } from './store.ts'

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
