import { destination, distanceMiles } from '#domain/geo/distance'
import { distanceUnknown } from '#domain/instruments/distance-steps'
import type { InstrumentMessage, SensedStrike } from '#domain/instruments/message'
import type { Strike } from '#domain/lightning/strike'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { PerMinute } from './instrument-state.ts'
import type { InstrumentRow } from './store/instruments.ts'

export type ReceiveLightning = (batch: {
  readonly strikes: readonly Strike[]
  readonly coverage: readonly []
}) => Promise<{ accepted: number; known: number }>

/** The source ID of an instrument's strikes: two sensors may use the same strike IDs. */
const strikeSourceOf = (instrumentId: number) => `instrument ${instrumentId}`

const mostStrikesPerMinute = 30
/**
 * A network locates each strike, so no strike can represent another. The limit is twice the longest answer of any
 * network.
 */
const mostLocatedPerMinute = 1000
const oldestMs = hourMs
const mostAheadMs = minuteMs
/** Clocks that are synchronized over the network differ by less than this. */
const clockIsRightMs = 90 * secondMs
/** A sensor without a clock reuses an ID for its next strike, whereas a radio repeats a message within a second. */
const untimedKnownMs = 2 * secondMs
/** A network's answer has hundreds of strikes, and the next answer repeats most of them. */
const mostRemembered = 2000
/** No sensor can detect strikes farther away than this. */
const mostMiles = 500

/** A strike with its time by our clock. */
export interface TimedStrike {
  readonly sensed: SensedStrike
  readonly struckMs: number
  readonly miles: number | null
}

/**
 * The strikes of a message. If a clock is wrong, its strikes are wrong by the same amount, but a gateway may also date
 * a strike by a better clock: of the two times, the newer one that is not in the future is used.
 */
export function timedStrikes(
  { latitude, longitude }: Pick<InstrumentRow, 'latitude' | 'longitude'>,
  { sentMs, lightning }: InstrumentMessage,
  receivedMs: number,
): TimedStrike[] {
  const aheadMs = sentMs === null ? 0 : sentMs - receivedMs
  function struckMs({ timeMs }: SensedStrike): number {
    if (timeMs === null) return receivedMs
    if (Math.abs(aheadMs) <= clockIsRightMs) return timeMs
    const corrected = timeMs - aheadMs
    const possible = [timeMs, corrected].filter(each => each <= receivedMs + mostAheadMs)
    return possible.length === 0 ? corrected : Math.max(...possible)
  }
  return (lightning?.strikes ?? []).map(sensed => ({
    sensed,
    struckMs: struckMs(sensed),
    miles: sensed.kind === 'place' ? distanceMiles({ latitude, longitude }, sensed) : sensed.miles,
  }))
}

/** What was counted before, and when. */
export interface CountedBefore {
  readonly count: number | null
  readonly atMs: number
}

/**
 * The strikes, and one more if the sensor's counter has risen and none of them can be the reason. A strike with an
 * unusable time is then one of now, at the same place: the counter needs no clock.
 */
export function withRisen(
  struck: readonly TimedStrike[],
  { lightning }: InstrumentMessage,
  before: CountedBefore,
  receivedMs: number,
): readonly TimedStrike[] {
  const count = lightning?.count ?? null
  if (count === null || before.count === null || count <= before.count) return struck
  const isReason = ({ struckMs }: TimedStrike) =>
    struckMs >= before.atMs - mostAheadMs && struckMs <= receivedMs + mostAheadMs
  if (struck.length === 0 || struck.some(isReason)) return struck
  const [nearest] = struck
    .filter(({ miles }) => miles !== null && miles >= 0)
    .toSorted((one, other) => (one.miles ?? 0) - (other.miles ?? 0))
  const place = nearest?.sensed ?? distanceUnknown
  const sensed = { ...place, id: `count ${count}`, timeMs: null }
  return [...struck, { sensed, struckMs: receivedMs, miles: nearest?.miles ?? distanceUnknown.miles }]
}

/** Passes each of an instrument's strikes on to its customer's rings once. */
export class StrikePasser {
  readonly #receive: ReceiveLightning
  /** The time until which a strike is remembered, by instrument and strike. */
  readonly #known = new Map<number, Map<string, number>>()
  readonly #limits = new Map<number, { readonly sensed: PerMinute; readonly located: PerMinute }>()

  constructor(receive: ReceiveLightning) {
    this.#receive = receive
  }

  forget(instrumentId: number) {
    this.#known.delete(instrumentId)
    this.#limits.delete(instrumentId)
  }

  /**
   * Passes on strikes; returns how many. Rejects if they could not be stored, in which case the sender must repeat
   * them.
   */
  async pass(
    instrument: InstrumentRow,
    strikes: readonly TimedStrike[],
    receivedMs: number,
  ): Promise<number> {
    if (!instrument.raises_delays || strikes.length === 0) return 0
    const known = this.#known.get(instrument.id) ?? new Map<string, number>()
    const fresh = strikes.filter(
      strike => isUsable(strike, receivedMs) && !((known.get(keyOf(strike)) ?? -Infinity) > receivedMs),
    )
    const chosen = this.#bounded(instrument.id, fresh, receivedMs)
    const made = chosen.flatMap(strike => strikeOf(instrument, strike, receivedMs) ?? [])
    if (made.length === 0) return 0
    await this.#receive({ strikes: made, coverage: [] })
    for (const strike of chosen)
      known.set(keyOf(strike), receivedMs + (isReused(strike) ? untimedKnownMs : 2 * oldestMs))
    this.#known.set(instrument.id, newest(known, receivedMs))
    return made.length
  }

  /**
   * Applies the limits. Beyond them, the nearest strike represents the rest of its message, so a storm is never
   * silenced.
   */
  #bounded(id: number, strikes: readonly TimedStrike[], nowMs: number): TimedStrike[] {
    const limits = this.#limits.get(id) ?? {
      sensed: new PerMinute(mostStrikesPerMinute),
      located: new PerMinute(mostLocatedPerMinute),
    }
    this.#limits.set(id, limits)
    const kept: TimedStrike[] = []
    let nearest: TimedStrike | undefined
    for (const strike of strikes) {
      const limit = strike.sensed.kind === 'place' ? limits.located : limits.sensed
      if (limit.take(nowMs)) kept.push(strike)
      else if (!nearest || (strike.miles ?? 0) < (nearest.miles ?? 0)) nearest = strike
    }
    return nearest ? [...kept, nearest] : kept
  }
}

/** A network's strike without a time still has its own ID. */
const isReused = ({ sensed }: TimedStrike) => sensed.timeMs === null && sensed.kind !== 'place'

/** Without a clock, only the distance distinguishes a strike from the one before. */
const keyOf = ({ sensed, miles }: TimedStrike) => `${sensed.id} ${sensed.timeMs ?? `${miles} miles`}`

function newest(known: Map<string, number>, nowMs: number): Map<string, number> {
  const left = [...known].filter(([, untilMs]) => untilMs > nowMs)
  return new Map(left.slice(-mostRemembered))
}

function isUsable({ struckMs, miles }: TimedStrike, receivedMs: number): boolean {
  const isRecent = struckMs >= receivedMs - oldestMs && struckMs <= receivedMs + mostAheadMs
  return isRecent && miles !== null && miles >= 0 && miles <= mostMiles
}

function strikeOf(
  instrument: InstrumentRow,
  { sensed, struckMs }: TimedStrike,
  nowMs: number,
): Strike | null {
  const { id, customer_id: customerId, latitude, longitude } = instrument
  const strike = {
    id: sensed.id.slice(0, 100),
    source: strikeSourceOf(id),
    timeMs: Math.min(struckMs, nowMs),
    customerId,
    positionErrorMiles: sensed.errorMiles,
    amp: null,
    type: 1,
  } as const
  if (sensed.kind === 'distance') return { ...strike, latitude, longitude, circleMiles: sensed.miles }
  if (sensed.kind === 'place') {
    const { amp, type } = sensed
    return { ...strike, latitude: sensed.latitude, longitude: sensed.longitude, amp, type }
  }
  const at = destination({ latitude, longitude }, sensed.bearingDegrees, sensed.miles)
  return at && { ...strike, ...at }
}
