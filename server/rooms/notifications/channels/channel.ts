import type { Tone } from '#domain/messages/alert-message'

/** What became of one attempt on one channel. */
export type DeliveryAttempt =
  /** The provider has taken it; what it calls it, if it tells later whether it arrived. */
  | { readonly kind: 'sent'; readonly ref?: string; readonly answer?: string }
  /** There is no provider: the message stays in the outbox, where it can be read. */
  | { readonly kind: 'kept'; readonly because?: string }
  | { readonly kind: 'try-again'; readonly because: string; readonly afterMs?: number }
  | { readonly kind: 'give-up'; readonly because: string }

export interface Message {
  readonly customerId: number | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  /** Tells a provider that two attempts are one message. */
  readonly key: string
  /** Its number in the outbox. */
  readonly deliveryId: number
  readonly userId: string | null
  /** Whether it can be unsubscribed from: what concerns an account cannot. */
  readonly isNotification: boolean
  /** Whom an answer goes to; to nobody where it is null. */
  readonly replyTo: string | null
  /** Where a click leads, within the house. */
  readonly link: string | null
  readonly tone: Tone
  /** For so long it is worth delivering. */
  readonly usefulSeconds: number
}

export interface DeliveryChannel {
  /** How many messages it takes at a time, if it answers as usual. */
  readonly atOnce: number
  /** How many it can hold with those that take long. At least twice as many: danger is never kept out by the rest. */
  readonly atMost: number
  deliver(message: Message): Promise<DeliveryAttempt>
  /** Whether a message could leave now, as far as that can be tried without sending one. */
  probe(): Promise<DeliveryAttempt>
  /** Ends what it holds open. */
  close(): void
}

/** For a channel that has no provider. */
export const keeping: DeliveryChannel = {
  atOnce: 100,
  atMost: 200,
  deliver: async () => ({ kind: 'kept' }),
  probe: async () => ({ kind: 'kept' }),
  close() {},
}

/** The same, with the words for it. */
export function keepingBecause(because: string | null): DeliveryChannel {
  if (because === null) return keeping
  return { ...keeping, deliver: async () => ({ kind: 'kept', because }) }
}

/** What HTTP says of an attempt that failed: some answers will not change, others may pass. */
export function judgeStatus(status: number, because: string, retryAfter: string | null): DeliveryAttempt {
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  if (isFinal) return { kind: 'give-up', because }
  const afterSeconds = Number(retryAfter ?? NaN)
  return {
    kind: 'try-again',
    because,
    ...(Number.isFinite(afterSeconds) && afterSeconds > 0 && { afterMs: afterSeconds * 1000 }),
  }
}
