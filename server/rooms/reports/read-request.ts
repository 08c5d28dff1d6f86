import { dayNumber } from '#domain/conditions/local-day'
import { columnsOf, type ReportColumn, type ReportInterval } from '#domain/reports/report'
import { minuteOfText, type TimeFilter } from '#domain/reports/time-filter'
import type { StoredRequest } from './store/reports.ts'

/** A report request in domain terms. */
export interface WantedReport {
  readonly minutes: ReportInterval
  readonly filter: TimeFilter
  readonly columns: readonly ReportColumn[]
}

/** Parses a stored request, which was validated before. */
export function readRequest({ DataInterval, Filters }: StoredRequest): WantedReport {
  const { StartDate, EndDate, StartTimeOfDay, EndTimeOfDay, DaysOfWeek } = Filters.TimeFilter
  return {
    minutes: DataInterval,
    columns: columnsOf(Filters.ObservationTypes),
    filter: {
      from: dayNumber(StartDate) ?? NaN,
      to: dayNumber(EndDate) ?? NaN,
      window: windowOf(StartTimeOfDay, EndTimeOfDay),
      daysOfWeek: DaysOfWeek,
    },
  }
}

function windowOf(start: string | null, end: string | null): TimeFilter['window'] {
  if (start === null || end === null) return null
  return { fromMinute: minuteOfText(start) ?? NaN, untilMinute: minuteOfText(end) ?? NaN }
}
