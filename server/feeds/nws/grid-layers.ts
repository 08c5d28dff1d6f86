import { dayMs, hourMs, minuteMs } from '#server/platform/clock'
import { fieldsOf, listOf, numberOf, textOf } from './json.ts'
import { readerOf, type Quantity } from './units.ts'

/** A period with one value. */
export interface Interval<Value> {
  readonly fromMs: number
  readonly toMs: number
  readonly value: Value
}

const span = /^(.+)\/P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?)?$/
/** The grid covers a week and a half; a longer period is an error that would fill memory. */
const longestMs = 30 * dayMs

/** Parses an ISO 8601 start and duration, as in '2026-07-15T12:00:00+00:00/PT6H'; null if invalid. */
function timesOf(validTime: unknown): { readonly fromMs: number; readonly toMs: number } | null {
  const [, start = '', days, hours, minutes] = span.exec(textOf(validTime) ?? '') ?? []
  const fromMs = Date.parse(start)
  const longMs = Number(days ?? 0) * dayMs + Number(hours ?? 0) * hourMs + Number(minutes ?? 0) * minuteMs
  return Number.isNaN(fromMs) || longMs <= 0 || longMs > longestMs ? null : { fromMs, toMs: fromMs + longMs }
}

/** Returns all periods of a layer that can be read. A layer may be missing or have no values. */
export function intervalsOf(layer: unknown): Interval<unknown>[] {
  return listOf(fieldsOf(layer).values).flatMap(entry => {
    const { validTime, value } = fieldsOf(entry)
    const times = timesOf(validTime)
    return times ? [{ ...times, value }] : []
  })
}

/** Returns the known numbers of a layer, in our unit. */
export function numbersOf(layer: unknown, quantity: Quantity): Interval<number>[] {
  const read = readerOf(quantity, fieldsOf(layer).uom)
  if (!read) return []
  return intervalsOf(layer).flatMap(({ value, ...times }) => {
    const number = numberOf(value)
    const converted = number === null ? null : read(number)
    return converted === null ? [] : [{ ...times, value: converted }]
  })
}

/** Yields the full hours that begin within a period. */
function* hoursIn({ fromMs, toMs }: Interval<unknown>): Generator<number> {
  for (let timeMs = Math.ceil(fromMs / hourMs) * hourMs; timeMs < toMs; timeMs += hourMs) yield timeMs
}

/** Returns each hour's value. Hours outside all periods are absent: they are unknown. */
export function byHour<Value>(intervals: readonly Interval<Value>[]): Map<number, Value> {
  const hours = new Map<number, Value>()
  for (const interval of intervals) for (const timeMs of hoursIn(interval)) hours.set(timeMs, interval.value)
  return hours
}

/**
 * Spreads a total evenly over the hours of its period. If two periods contain the same hour, only the later one is
 * used.
 */
export function spreadByHour(intervals: readonly Interval<number>[]): Map<number, number> {
  const hours = new Map<number, number>()
  for (const interval of intervals) {
    const share = (interval.value * hourMs) / (interval.toMs - interval.fromMs)
    for (const timeMs of hoursIn(interval)) hours.set(timeMs, share)
  }
  return hours
}
