import {
  nothingMeasured,
  type EarlierMeasures,
  type Measures,
  type Reading,
} from '#domain/conditions/reading'
import { nothingRemembered, type Remembered } from '#domain/instruments/evaluate'
import type { SenderClock } from '#domain/instruments/sender-clock'
import { noHealth, type InstrumentHealth, type InstrumentMessage } from '#domain/instruments/message'
import { readingField, type DoubtedMeasure, type DoubtedValues } from '#domain/instruments/track'
import type { HeardSensor } from '#domain/instruments/sensors'
import { minuteMs, secondMs } from '#server/platform/clock'
import { instrumentSource } from '#server/rooms/stations/index'
import type { ReportedLightning } from './store/reports.ts'

export const mostMessagesPerMinute = 60
/** A reading is stored at most this often for each instrument. */
const readingEveryMs = 10 * secondMs
/** Values that arrived within this time before a message belong to the same reading. */
const togetherMs = minuteMs
/** For senders that alternate fields: how long a value is used alongside the others, with its own time. */
const keptBesideMs = 5 * minuteMs
const timesRemembered = 9
const messagesRemembered = 8

/** Counts in windows of one minute. */
export class PerMinute {
  #startMs = -Infinity
  #count = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more in this minute; returns whether that is within the limit. */
  take(nowMs: number): boolean {
    if (nowMs - this.#startMs >= minuteMs || nowMs < this.#startMs) {
      this.#startMs = nowMs
      this.#count = 0
    }
    return ++this.#count <= this.#most
  }
}

interface Timed {
  readonly value: number
  readonly timeMs: number
}

/** What this process stores about an instrument between messages. */
export class InstrumentState {
  remembered: Remembered = nothingRemembered
  health: InstrumentHealth = noHealth
  lightning: ReportedLightning | null = null
  /** What the sender says about its times; null before the first. */
  clock: SenderClock | null = null
  /** When the lightning sensor's counter was last received. */
  countedMs = -Infinity
  /** The sensors of a receiver that passes on everything it hears. */
  sensors: readonly HeardSensor[] = []
  /** When the last message arrived in this process. */
  heardMs = -Infinity
  /** When a strike from a rejected message was last passed on. */
  floodPassedMs = -Infinity
  /** When the other processes' state was last loaded. */
  learnedMs = -Infinity
  /** Whether any process has received a message from the instrument before; null while that is unknown. */
  isKnown: boolean | null = null
  fieldSet = ''
  readonly messages = new PerMinute(mostMessagesPerMinute)
  #timesMs: readonly number[] = []
  #last: readonly string[] = []
  #publishedMs = -Infinity
  #pending = new Map<DoubtedMeasure, Timed>()
  readonly #latest = new Map<DoubtedMeasure, Timed>()

  /**
   * Whether a message repeats one of the last few. Senders that alternate fields give the same second to
   * different messages, so the values are compared too.
   */
  isRepeated(print: string | null): boolean {
    return print !== null && this.#last.includes(print)
  }

  heard(print: string | null, health: InstrumentHealth, timeMs: number) {
    if (print !== null) this.#last = [...this.#last, print].slice(-messagesRemembered)
    this.#timesMs = [...this.#timesMs, timeMs].slice(-timesRemembered)
    this.heardMs = timeMs
    const before = this.health
    this.health = {
      isBatteryLow: health.isBatteryLow ?? before.isBatteryLow,
      volts: health.volts ?? before.volts,
      signalDbm: health.signalDbm ?? before.signalDbm,
      firmware: health.firmware ?? before.firmware,
      model: health.model ?? before.model,
      intervalSeconds: health.intervalSeconds ?? before.intervalSeconds,
      troubles: health.troubles,
    }
  }

  /** The time up to which this process's data is complete. */
  get currentMs(): number {
    return Math.max(this.heardMs, this.learnedMs)
  }

  get timesMs(): readonly number[] {
    return this.#timesMs
  }

  /**
   * The reading to publish after a message; null if the last one is too recent, in which case the values wait for the
   * next one, as does the highest gust in between.
   */
  readingWith(believed: DoubtedValues, stationId: string, timeMs: number): Reading | null {
    for (const [field, value] of Object.entries(believed) as [DoubtedMeasure, number][]) {
      const waiting = this.#pending.get(field)
      const isLower = field === 'gustMph' && waiting !== undefined && waiting.value > value
      this.#pending.set(field, { value: isLower ? waiting.value : value, timeMs })
      this.#latest.set(field, { value, timeMs })
    }
    if (timeMs - this.#publishedMs < readingEveryMs && timeMs >= this.#publishedMs) return null
    const own = [...this.#pending].filter(([, each]) => timeMs - each.timeMs <= togetherMs)
    this.#pending = new Map()
    if (own.length === 0) return null
    this.#publishedMs = timeMs
    const measured: Partial<Measures> = Object.fromEntries(
      own.map(([field, { value }]) => [readingField(field), value]),
    )
    const reading = { ...nothingMeasured, ...measured, source: instrumentSource, stationId, timeMs }
    const earlier = this.#earlier(new Set(own.map(([field]) => field)), timeMs)
    return earlier ? { ...reading, earlier } : reading
  }

  #earlier(own: ReadonlySet<DoubtedMeasure>, timeMs: number): EarlierMeasures | null {
    for (const [field, each] of this.#latest)
      if (timeMs - each.timeMs > keptBesideMs) this.#latest.delete(field)
    const others = [...this.#latest].filter(([field]) => !own.has(field))
    return others.length === 0
      ? null
      : Object.fromEntries(others.map(([field, each]) => [readingField(field), each]))
  }
}

/**
 * Identifies a message by its content; null if it has no time of its own, because repeats cannot be recognized then.
 */
export function printOf({ sentMs, measures, lightning }: InstrumentMessage): string | null {
  return sentMs === null ? null : JSON.stringify([sentMs, measures, lightning])
}
