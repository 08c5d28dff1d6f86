import { firstLease, renewedLease, type Lease, type Moment } from './lease.ts'

/** Messages on a stream: first a snapshot, then changes, and regular renewals. */
export type LiveMessage<Delay> =
  | {
      readonly kind: 'snapshot'
      readonly asOf: string
      readonly validForMs: number
      readonly delays: readonly Delay[]
    }
  | { readonly kind: 'delay'; readonly asOf: string; readonly validForMs: number; readonly delay: Delay }
  | {
      readonly kind: 'lease'
      readonly asOf: string
      readonly validForMs: number
      readonly coveredThrough: string | null
    }

/** Whether a stream event is about rings; some are not. */
export function isWord<Event extends { readonly kind: string }>(
  event: Event,
): event is Extract<Event, { readonly kind: LiveMessage<unknown>['kind'] }> {
  return event.kind === 'snapshot' || event.kind === 'delay' || event.kind === 'lease'
}

/** Everything received on a stream, and how long it stays valid. */
export interface LiveStates<Delay> {
  readonly delays: ReadonlyMap<number, Delay>
  /**
   * One lease covers everything, because a stream preserves order, so receiving the newest event implies every older
   * one.
   */
  readonly lease: Lease | null
  /** When the server last sent anything. */
  readonly asOf: string
  readonly coveredThrough: string | null
}

export function nothingHeard<Delay>(): LiveStates<Delay> {
  return { delays: new Map(), lease: null, asOf: '', coveredThrough: null }
}

/** Applies a message, given when it was received and when its stream was requested. */
export function withWord<Delay extends { readonly locationId: number }>(
  hearing: LiveStates<Delay>,
  word: LiveMessage<Delay>,
  requested: Moment,
  received: Moment,
): LiveStates<Delay> {
  const { asOf, validForMs } = word
  const asOfMs = Date.parse(asOf)
  if (word.kind === 'snapshot') {
    const delays = new Map(word.delays.map(delay => [delay.locationId, delay]))
    return { ...hearing, delays, asOf, lease: firstLease(requested, asOfMs, validForMs) }
  }
  if (hearing.lease === null) return hearing // a stream starts with its snapshot; earlier events are ignored
  const lease = renewedLease(hearing.lease, received, asOfMs, validForMs)
  if (word.kind === 'lease') return { ...hearing, asOf, lease, coveredThrough: word.coveredThrough }
  return { ...hearing, asOf, lease, delays: new Map(hearing.delays).set(word.delay.locationId, word.delay) }
}
