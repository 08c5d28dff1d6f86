import type { Tone } from '#domain/messages/alert-message'
import type { SaidNow } from '#server/rooms/notifications/last-look'

/**
 * The result of one attempt on one channel. `code` is the HTTP or SMTP number in the provider's answer: unlike the
 * text, it identifies no one.
 */
export type DeliveryAttempt =
  /** The provider accepted the message; `ref` is the provider's ID, if it reports delivery later. */
  | { readonly kind: 'sent'; readonly ref?: string; readonly answer?: string; readonly code?: number }
  /** There is no provider: the message stays in the outbox, where people can read it. */
  | { readonly kind: 'kept'; readonly because?: string }
  | {
      readonly kind: 'try-again'
      readonly because: string
      readonly afterMs?: number
      readonly code?: number
    }
  | { readonly kind: 'give-up'; readonly because: string; readonly code?: number }

export interface Message extends SaidNow {
  readonly customerId: number | null
  readonly recipient: string
  /** Lets a provider recognize two attempts as one message. */
  readonly key: string
  /** The message's ID in the outbox. */
  readonly deliveryId: number
  readonly userId: string | null
  /** Whether people can unsubscribe from the message, as they cannot from account messages. */
  readonly isNotification: boolean
  /** The reply address; null for none. */
  readonly replyTo: string | null
  /** The path in the app that a click opens. */
  readonly link: string | null
  readonly tone: Tone
  /** The newest message on a topic replaces the older ones; null if it replaces none. */
  readonly topic: string | null
  readonly sentAt: Date
  /** Whether it is sent in another way, or again, until its receipt comes. */
  readonly asksReceipt: boolean
}

/** The text with the sentence on its validity, which is never what is cut off. */
export function wholeText(
  { text, validity }: Pick<Message, 'text' | 'validity'>,
  longest = Infinity,
): string {
  const end = validity === null ? '' : `\n\n${validity}`
  const most = longest - end.length
  return `${text.length > most ? `${text.slice(0, most - 1)}…` : text}${end}`
}

export interface DeliveryChannel {
  /** How many messages the channel sends concurrently when responses are normal. */
  readonly atOnce: number
  /**
   * How many messages it can hold, including slow ones. At least twice `atOnce`, so that other messages never block
   * danger messages.
   */
  readonly atMost: number
  deliver(message: Message): Promise<DeliveryAttempt>
  /** Whether a message could be sent now, as far as that can be tested without sending one. */
  probe(): Promise<DeliveryAttempt>
  /** Closes the channel's connections. */
  close(): void
}

/** A channel without a provider. */
export const storeOnlyChannel: DeliveryChannel = {
  atOnce: 100,
  atMost: 200,
  deliver: async () => ({ kind: 'kept' }),
  probe: async () => ({ kind: 'kept' }),
  close() {},
}

/** A channel without a provider, with a reason. */
export function storeOnlyBecause(because: string | null): DeliveryChannel {
  if (because === null) return storeOnlyChannel
  return { ...storeOnlyChannel, deliver: async () => ({ kind: 'kept', because }) }
}

/** Classifies a failed attempt by HTTP status: some errors are permanent, while others may be temporary. */
export function judgeStatus(status: number, because: string, retryAfter: string | null): DeliveryAttempt {
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  if (isFinal) return { kind: 'give-up', because, code: status }
  const afterSeconds = Number(retryAfter ?? NaN)
  return {
    kind: 'try-again',
    because,
    code: status,
    ...(Number.isFinite(afterSeconds) && afterSeconds > 0 && { afterMs: afterSeconds * 1000 }),
  }
}
