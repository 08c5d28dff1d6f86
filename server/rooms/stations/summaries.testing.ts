import { dayName, dayStartMs, localDay, type DayName } from '#domain/conditions/local-day'
import { hourMs, minuteMs } from '#server/platform/clock'

/** The part of a reading that summaries use. */
export interface PlainReading {
  readonly atMs: number
  readonly temperatureF: number | null
  readonly windMph: number | null
  readonly gustMph: number | null
  /** The level of the daily gauge. */
  readonly gaugeInches: number | null
}

/** A span's summary; all null if nothing was measured. */
export interface PlainSpan {
  readonly meanF: number | null
  readonly minF: number | null
  readonly maxF: number | null
  readonly meanWind: number | null
  readonly maxGust: number | null
  readonly rain: number | null
  readonly unplaced: number | null
}

const quarterMs = 15 * minuteMs
const dayMs = 24 * hourMs
const known = (values: readonly (number | null)[]) => values.filter(value => value !== null)
const meanOf = (values: readonly (number | null)[]) =>
  known(values).length === 0
    ? null
    : known(values).reduce((sum, each) => sum + each, 0) / known(values).length
const sumOf = (values: readonly (number | null)[]) =>
  known(values).length === 0 ? null : known(values).reduce((sum, each) => sum + each, 0)
const leastOf = (values: readonly (number | null)[]) =>
  known(values).length === 0 ? null : Math.min(...known(values))
const mostOf = (values: readonly (number | null)[]) =>
  known(values).length === 0 ? null : Math.max(...known(values))

/** A reading describes the time that led up to it. */
const startOf = (atMs: number, lengthMs: number) => (Math.ceil(atMs / lengthMs) - 1) * lengthMs

function quarterOf(own: readonly PlainReading[], all: readonly PlainReading[], timeZone: string): PlainSpan {
  const startMs = startOf(own[0]?.atMs ?? 0, quarterMs)
  const gauges = all.filter(({ gaugeInches }) => gaugeInches !== null)
  const rises = own.flatMap(({ atMs, gaugeInches }) => {
    if (gaugeInches === null) return []
    const before = gauges.findLast(other => other.atMs < atMs && other.atMs > startMs - dayMs)
    const isUnplaced = !before || atMs - before.atMs > hourMs
    const isNextDay = before && localDay(timeZone, atMs - 1) > localDay(timeZone, before.atMs - 1)
    const isAnew = !before || gaugeInches < (before.gaugeInches ?? 0) || (isUnplaced && isNextDay)
    return [{ isUnplaced, inches: isAnew ? gaugeInches : gaugeInches - (before.gaugeInches ?? 0) }]
  })
  const temperatures = own.map(({ temperatureF }) => temperatureF)
  return {
    meanF: meanOf(temperatures),
    minF: leastOf(temperatures),
    maxF: mostOf(temperatures),
    meanWind: meanOf(own.map(({ windMph }) => windMph)),
    maxGust: mostOf(own.map(({ gustMph }) => gustMph)),
    rain: sumOf(rises.filter(({ isUnplaced }) => !isUnplaced).map(({ inches }) => inches)),
    unplaced: sumOf(rises.filter(({ isUnplaced }) => isUnplaced).map(({ inches }) => inches)),
  }
}

function together(parts: readonly PlainSpan[]): PlainSpan {
  return {
    meanF: meanOf(parts.map(({ meanF }) => meanF)),
    minF: leastOf(parts.map(({ minF }) => minF)),
    maxF: mostOf(parts.map(({ maxF }) => maxF)),
    meanWind: meanOf(parts.map(({ meanWind }) => meanWind)),
    maxGust: mostOf(parts.map(({ maxGust }) => maxGust)),
    rain: sumOf(parts.map(({ rain }) => rain)),
    unplaced: sumOf(parts.map(({ unplaced }) => unplaced)),
  }
}

function gather<Key>(
  spans: ReadonlyMap<number, PlainSpan>,
  keyOf: (startMs: number) => Key,
): Map<Key, PlainSpan> {
  const grouped = Map.groupBy(spans, ([startMs]) => keyOf(startMs))
  return new Map(Array.from(grouped, ([key, parts]) => [key, together(parts.map(([, span]) => span))]))
}

export interface Recomputed {
  readonly quarters: ReadonlyMap<number, PlainSpan>
  readonly hours: ReadonlyMap<number, PlainSpan>
  readonly days: ReadonlyMap<DayName, PlainSpan>
}

/**
 * Computes everything from the readings in the simplest way. The database must contain the same, in whatever order the
 * readings arrived.
 */
export function recompute(given: readonly PlainReading[], timeZone: string): Recomputed {
  const all = given.toSorted((one, other) => one.atMs - other.atMs)
  const byQuarter = Map.groupBy(all, ({ atMs }) => startOf(atMs, quarterMs))
  const quarters = new Map(
    Array.from(byQuarter, ([startMs, own]) => [startMs, quarterOf(own, all, timeZone)] as const),
  )
  const hours = gather(quarters, startMs => Math.floor(startMs / hourMs) * hourMs)
  // Local hours, each within one day, which UTC hours are not where the offset includes half an hour.
  const localHours = gather(quarters, startMs => {
    const midnightMs = dayStartMs(timeZone, localDay(timeZone, startMs))
    return midnightMs + Math.floor((startMs - midnightMs) / hourMs) * hourMs
  })
  const days = gather(localHours, startMs => dayName(localDay(timeZone, startMs)))
  const whole = Array.from(
    days,
    ([day, span]) => [day, { ...span, rain: sumOf([span.rain, span.unplaced]) }] as const,
  )
  return { quarters, hours, days: new Map(whole) }
}
