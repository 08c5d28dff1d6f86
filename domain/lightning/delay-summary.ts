import { aheadOfUtcMs, dayName, localDay, nextMidnightMs, type DayName } from '#domain/conditions/local-day'
import type { Span, Spans } from './coverage.ts'

const secondMs = 1000
const dayMs = 86_400_000

/** When a delay opened and closed; null while it is in effect. */
export interface DelayTimes {
  readonly openedMs: number
  readonly closedMs: number | null
}

/** A day in a zone's calendar, from its first instant up to that of the next day. */
export interface CalendarDay {
  readonly day: DayName
  readonly fromMs: number
  readonly toMs: number
}

/** The proven intervals, and the time from which proof has been stored; anything earlier is unknown. */
export interface ProvenHistory {
  readonly spans: readonly Span[]
  readonly keptFromMs: number
}

export interface DaySummary {
  readonly day: DayName
  /** Delays in effect on that day; one that spans midnight is included in both days. */
  readonly delays: number
  /** Time during which at least one ring was in delay; overlapping delays are counted once. */
  readonly delayedSeconds: number
  /** Time outside delays for which All Clear is not proven; null if no longer known. */
  readonly unknownSeconds: number | null
}

export interface DelaySummary<Delay extends DelayTimes> extends Omit<DaySummary, 'day'> {
  readonly running: boolean
  readonly longest: Delay | null
  readonly perDay: readonly DaySummary[]
}

/** Whole seconds, so that the days add up to the total. */
const wholeSecond = (ms: number) => Math.floor(ms / secondMs) * secondMs

/** The last days in a zone's calendar, oldest first. Today is the last one, up to now. */
export function lastDays(timeZone: string, count: number, nowMs: number): CalendarDay[] {
  const endMs = wholeSecond(nowMs)
  const first = localDay(timeZone, endMs) - count + 1
  const dayBefore = (first - 0.5) * dayMs
  let fromMs = nextMidnightMs(timeZone, dayBefore - aheadOfUtcMs(timeZone, dayBefore))
  return Array.from({ length: count }, (_, index) => {
    const toMs = Math.min(nextMidnightMs(timeZone, fromMs), endMs)
    const day = { day: dayName(first + index), fromMs, toMs }
    fromMs = toMs
    return day
  })
}

/**
 * Intervals in chronological order, merged if they overlap or touch. Sorted first, because a year may have tens of
 * thousands.
 */
export function unionOf(spans: readonly Span[]): Spans {
  const union: [number, number][] = []
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = union.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The index of the day that contains a time; -1 before the first. */
function dayAt(days: readonly CalendarDay[], ms: number): number {
  let [low, high] = [-1, days.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((days[middle]?.fromMs ?? Infinity) <= ms) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The indices of the days that an interval of whole seconds touches. An interval that ends at midnight does not touch
 * the next day.
 */
function daysOf(days: readonly CalendarDay[], [from, to]: Span): readonly number[] {
  const first = Math.max(0, dayAt(days, from))
  const last = dayAt(days, Math.max(from, to - secondMs))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/**
 * Adds up a value for each interval on each day that it touches, interval by interval, because there may be very many.
 */
function perDayOf(
  days: readonly CalendarDay[],
  spans: readonly Span[],
  worth: (span: Span, day: CalendarDay) => number,
): number[] {
  const totals = days.map(() => 0)
  for (const span of spans) {
    for (const index of daysOf(days, span)) {
      const day = days[index]
      if (day) totals[index] = (totals[index] ?? 0) + worth(span, day)
    }
  }
  return totals
}

function secondsOn([from, to]: Span, { fromMs, toMs }: CalendarDay): number {
  return Math.max(0, Math.min(to, toMs) - Math.max(from, fromMs)) / secondMs
}

/** The duration of a delay up to now, in whole seconds. */
function spanOf({ openedMs, closedMs }: DelayTimes, nowMs: number): Span {
  const from = wholeSecond(Math.min(openedMs, nowMs))
  return [from, Math.max(from, wholeSecond(Math.min(closedMs ?? nowMs, nowMs)))]
}

/** A summary of one location's delays, by day and in total. Excludes delays that ended before these days. */
export function summaryOf<Delay extends DelayTimes>(
  days: readonly CalendarDay[],
  delays: readonly Delay[],
  proof: ProvenHistory,
): DelaySummary<Delay> {
  const nowMs = days.at(-1)?.toMs ?? 0
  const ran = delays
    .map(delay => ({ delay, span: spanOf(delay, nowMs) }))
    .filter(({ span }) => daysOf(days, span).length > 0)
  const spans = ran.map(({ span }) => span)
  const delayed = unionOf(spans)
  const proven = proof.spans.map(([from, to]): Span => [wholeSecond(from), wholeSecond(to)])

  const counts = perDayOf(days, spans, () => 1)
  const delayedSeconds = perDayOf(days, delayed, secondsOn)
  const accountedSeconds = perDayOf(days, unionOf([...delayed, ...proven]), secondsOn)
  const perDay = days.map(({ day, fromMs, toMs }, index): DaySummary => {
    const lengthSeconds = (toMs - fromMs) / secondMs
    return {
      day,
      delays: counts[index] ?? 0,
      delayedSeconds: delayedSeconds[index] ?? 0,
      unknownSeconds: fromMs < proof.keptFromMs ? null : lengthSeconds - (accountedSeconds[index] ?? 0),
    }
  })
  const unknown = perDay.flatMap(({ unknownSeconds }) => unknownSeconds ?? [])
  return {
    delays: ran.length,
    delayedSeconds: sum(delayedSeconds),
    unknownSeconds: unknown.length < perDay.length ? null : sum(unknown),
    running: ran.some(({ delay }) => delay.closedMs === null),
    longest: longestOf(ran)?.delay ?? null,
    perDay,
  }
}

/** The longest delay in full, even if it began before these days; among equals, the first. */
function longestOf<Ran extends { readonly span: Span }>(ran: readonly Ran[]): Ran | undefined {
  const lengthMs = ({ span: [from, to] }: Ran) => to - from
  return ran.toSorted((one, other) => lengthMs(other) - lengthMs(one))[0]
}
