import { firstLease, renewedLease, type Lease, type Moment } from './lease.ts'

/** What the server says on a stream: first everything, then what changes, and again and again that all of it holds. */
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

/** Whether an event of the stream speaks of rings; it speaks of other things too. */
export function isWord<Event extends { readonly kind: string }>(
  event: Event,
): event is Extract<Event, { readonly kind: LiveMessage<unknown>['kind'] }> {
  return event.kind === 'snapshot' || event.kind === 'delay' || event.kind === 'lease'
}

/** All that was heard on a stream, and for how long it may be believed. */
export interface LiveStates<Delay> {
  readonly delays: ReadonlyMap<number, Delay>
  /** One lease for all: a stream keeps its order, so receiving the newest event implies every older one. */
  readonly lease: Lease | null
  /** When the server last said something. */
  readonly asOf: string
  readonly coveredThrough: string | null
}

export function nothingHeard<Delay>(): LiveStates<Delay> {
  return { delays: new Map(), lease: null, asOf: '', coveredThrough: null }
}

/** Takes up a word, heard on a stream that was asked for at one moment, at another. */
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
  if (hearing.lease === null) return hearing // a stream begins with its snapshot; before it nothing counts
  const lease = renewedLease(hearing.lease, received, asOfMs, validForMs)
  if (word.kind === 'lease') return { ...hearing, asOf, lease, coveredThrough: word.coveredThrough }
  return { ...hearing, asOf, lease, delays: new Map(hearing.delays).set(word.delay.locationId, word.delay) }
}
