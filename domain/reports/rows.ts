import { aheadOfUtcMs, dayStartMs, standardAheadMs, zoneClock } from '#domain/conditions/local-day'
import type { ReportInterval } from './report.ts'
import { dayOfWeek, isByTheHour, isNightShift, reportDay, type TimeFilter } from './time-filter.ts'

/** A time span from its start up to, but not including, its end. */
export interface ReportSpan {
  readonly fromMs: number
  readonly untilMs: number
}

/** One row of a report: a time span that the filter includes. */
export interface ReportRow {
  /** The number of the day to which the row belongs. */
  readonly day: number
  readonly startMs: number
  /** The station's offset from UTC when the row starts. */
  readonly aheadMs: number
  /** In order. There is more than one if the window occurs twice because clocks go back. */
  readonly spans: readonly ReportSpan[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Windows start and end on quarter hours, and all UTC offsets are whole quarter hours. */
const stepMs = 15 * minuteMs

/** All rows of a report, in order, for stations in one zone. Excludes rows that start after a given time. */
export function* reportRows(
  filter: TimeFilter,
  timeZone: string,
  minutes: ReportInterval,
  beforeMs: number,
): Generator<ReportRow> {
  const rows = minutes === 1440 && filter.window === null ? wholeDays : partsOfDays
  for (const row of rows(filter, timeZone, minutes)) {
    if (row.startMs >= beforeMs) return
    yield row
  }
}

function* wholeDays(filter: TimeFilter, timeZone: string): Generator<ReportRow> {
  const aheadAt = zoneClock(timeZone)
  let fromMs = dayStartMs(timeZone, filter.from)
  for (let day = filter.from; day <= filter.to; day++) {
    const aheadMs = aheadAt(fromMs)
    // If clocks do not change, the next day starts 24 hours later; the general lookup would be slower.
    const isUsual = aheadAt(fromMs + dayMs) === aheadMs
    const untilMs = isUsual ? fromMs + dayMs : dayStartMs(timeZone, day + 1)
    if (filter.daysOfWeek.includes(dayOfWeek(day)))
      yield { day, startMs: fromMs, aheadMs, spans: [{ fromMs, untilMs }] }
    fromMs = untilMs
  }
}

function* partsOfDays(filter: TimeFilter, timeZone: string, minutes: ReportInterval): Generator<ReportRow> {
  const aheadAt = zoneClock(timeZone)
  const endMs = dayStartMs(timeZone, filter.to + (isNightShift(filter) ? 2 : 1))
  const intervalMs = minutes * minuteMs
  let gathered: { key: string; day: number; aheadMs: number; spans: ReportSpan[] } | undefined
  for (let timeMs = dayStartMs(timeZone, filter.from); timeMs < endMs; timeMs += stepMs) {
    const aheadMs = aheadAt(timeMs)
    const localMs = timeMs + aheadMs
    const localDay = Math.floor(localMs / dayMs)
    const day = reportDay(filter, localDay, (localMs - localDay * dayMs) / minuteMs)
    if (day === null) continue
    // Steps through UTC, because a local hour may occur twice. Hours still start on the hour of the local clock. Where
    // clocks change by half an hour, an hour ends at the change.
    const offMs = aheadMs % hourMs
    const key = minutes === 1440 ? String(day) : `${offMs} ${Math.floor((timeMs + offMs) / intervalMs)}`
    if (gathered?.key !== key) {
      if (gathered) yield rowOf(gathered)
      gathered = { key, day, aheadMs, spans: [] }
    }
    addStep(gathered.spans, timeMs)
  }
  if (gathered) yield rowOf(gathered)
}

function addStep(spans: ReportSpan[], timeMs: number): void {
  const last = spans.at(-1)
  if (last?.untilMs === timeMs) spans[spans.length - 1] = { ...last, untilMs: timeMs + stepMs }
  else spans.push({ fromMs: timeMs, untilMs: timeMs + stepMs })
}

function rowOf({ day, aheadMs, spans }: Omit<ReportRow, 'startMs'>): ReportRow {
  return { day, startMs: spans[0]?.fromMs ?? NaN, aheadMs, spans }
}

/** The data from which rows are computed: the coarsest that matches them exactly. */
export type Parts = 'quarters' | 'hours' | 'days'

/** UTC hours do not match a zone's hours if its offset is not whole hours: then only quarters fit. */
export function partsFor(filter: TimeFilter, timeZone: string, minutes: ReportInterval): Parts {
  if (minutes === 1440 && filter.window === null) return 'days'
  return minutes >= 60 && isByTheHour(filter) && isWholeHoursAhead(filter, timeZone) ? 'hours' : 'quarters'
}

function isWholeHoursAhead({ from, to }: TimeFilter, timeZone: string): boolean {
  const ahead = [
    standardAheadMs(timeZone, from * dayMs),
    ...[from, to].map(day => aheadOfUtcMs(timeZone, day * dayMs)),
  ]
  return ahead.every(ms => ms % hourMs === 0)
}
