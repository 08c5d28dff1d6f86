import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { insertDeliveries } from './store/deliveries.ts'

export interface Email {
  readonly customerId: number | null
  readonly to: string
  readonly subject: string
  readonly text: string
  /** When the email stops being useful and is no longer sent. */
  readonly expiresAt: Date
  readonly dedupeKey?: string
  /**
   * The person the email is for. The email remains theirs when their address changes, and is deleted with their
   * account.
   */
  readonly userId?: string
  /** The person in whose name the email is sent to others. It is deleted with their account too. */
  readonly authorId?: string
  /** A link in the text that opens an account. It is removed once the message has been sent or has expired. */
  readonly secretLink?: string
  /** The reply address. */
  readonly replyTo?: string
}

/**
 * Queues one or more emails in the transaction of the change that they report. Their text is encrypted at rest, because
 * it may contain a link that opens an account.
 */
export type QueueEmail = (tx: Tx, email: Email | readonly Email[], now: Date) => Promise<void>

export function createQueueEmail(secrets: Secrets): QueueEmail {
  return (tx, emails, now) =>
    insertDeliveries(
      tx,
      [emails].flat().map(email => ({
        customerId: email.customerId,
        channel: 'email',
        recipient: email.to,
        subject: email.subject,
        sealedText: secrets.seal(email.text),
        dedupeKey: email.dedupeKey ?? null,
        ...(email.userId !== undefined && { userId: email.userId }),
        ...(email.authorId !== undefined && { authorId: email.authorId }),
        ...(email.secretLink !== undefined && {
          sealedTextWithoutLink: secrets.seal(email.text.replaceAll(email.secretLink, '[link removed]')),
        }),
        expiresAt: email.expiresAt,
        ...(email.replyTo !== undefined && { replyTo: email.replyTo }),
      })),
      now,
    )
}
