import type { ReportRequest } from '#contract/messages/reports'
import { weekdays, type Weekday } from '#domain/alert-times/alert-times'
import { dayNumber } from '#domain/conditions/local-day'
import {
  columnsOf,
  rangeFault,
  reportNameOf,
  withInterval,
  type Metric,
  type ReportInterval,
  type ReportObservation,
  type WantedObservations,
} from '#domain/reports/report'
import { dayOfWeek, isNightShift, type TimeFilter } from '#domain/reports/time-filter'

/** A report that a person is putting together. */
export interface ReportDraft {
  /** The typed name; null while the name is derived from the stations and dates. */
  readonly givenName: string | null
  readonly hardwareIds: readonly string[]
  readonly observations: WantedObservations
  readonly interval: ReportInterval
  /** As in 2026-07-01; null until chosen. */
  readonly startDate: string | null
  readonly endDate: string | null
  readonly daysOfWeek: readonly Weekday[]
  /** Null for the whole day. */
  readonly window: TimeFilter['window']
  /** In addition to the requester. */
  readonly recipients: readonly string[]
}

/** Inputs that the rules need in addition to the draft. */
export interface ReportContext {
  readonly requestor: string
  /** The chosen stations' names, in the order they were chosen. */
  readonly stationNames: readonly string[]
  /** Today's day number at the chosen stations. */
  readonly today: number
}

export const longestReportName = 120
const dayMinutes = 1440

export function newReportDraft(hardwareId: string | null): ReportDraft {
  return {
    givenName: null,
    hardwareIds: hardwareId === null ? [] : [hardwareId],
    observations: {},
    interval: 1440,
    startDate: null,
    endDate: null,
    daysOfWeek: weekdays,
    window: null,
    recipients: [],
  }
}

export function draftReportName(draft: ReportDraft, stationNames: readonly string[]): string {
  const { givenName, startDate, endDate } = draft
  return givenName ?? reportNameOf(stationNames, startDate, endDate).slice(0, longestReportName)
}

/** Whether closing the dialog would lose something, as the specification defines it. */
export function isUnsaved(draft: ReportDraft): boolean {
  return (
    columnsOf(draft.observations).length > 0 ||
    draft.recipients.length > 0 ||
    draft.startDate !== null ||
    draft.endDate !== null ||
    draft.hardwareIds.length > 1
  )
}

/** Changes the interval and drops the observations that it cannot provide. */
export function atInterval(draft: ReportDraft, interval: ReportInterval): ReportDraft {
  return { ...draft, interval, observations: withInterval(draft.observations, interval) }
}

export function toggledMetric(
  wanted: WantedObservations,
  observation: ReportObservation,
  metric: Metric,
): WantedObservations {
  const { [observation]: before = [], ...others } = wanted
  const metrics = before.includes(metric) ? before.filter(one => one !== metric) : [...before, metric]
  return metrics.length === 0 ? others : { ...others, [observation]: metrics }
}

interface Days {
  readonly from: number
  readonly to: number
}

/** Returns the numbers of the first and last day; null until both are chosen. */
function daysOf({ startDate, endDate }: ReportDraft): Days | null {
  const from = startDate === null ? null : dayNumber(startDate)
  const to = endDate === null ? null : dayNumber(endDate)
  return from === null || to === null ? null : { from, to }
}

/** Returns why an interval does not fit the dates; null if it does. */
export function intervalFault(draft: ReportDraft, interval: ReportInterval): string | null {
  const days = daysOf(draft)
  if (days === null || rangeFault(days.to - days.from + 1, interval) === null) return null
  return 'Update your date range to use this interval.'
}

/** Returns the error in the chosen dates, or null. Also null while a date is missing. */
export function datesFault(draft: ReportDraft, today: number): string | null {
  const days = daysOf(draft)
  if (days === null) return null
  if (days.to < days.from) return 'The end date must not be before the start date.'
  if (days.to > today) return 'The end date must not be in the future.'
  return rangeFault(days.to - days.from + 1, draft.interval)
}

/** Returns how many rows a report would have if every station reported everything. */
export function rowEstimate(draft: ReportDraft): number {
  const days = daysOf(draft)
  return days === null ? 0 : countedDays(draft, days) * rowsOfDay(draft) * draft.hardwareIds.length
}

function countedDays({ daysOfWeek }: ReportDraft, { from, to }: Days): number {
  const wholeWeeks = Math.max(0, Math.floor((to - from + 1) / 7))
  let count = wholeWeeks * daysOfWeek.length
  for (let day = from + wholeWeeks * 7; day <= to; day++) {
    if (daysOfWeek.some(one => one === dayOfWeek(day))) count++
  }
  return count
}

function rowsOfDay({ window, interval }: ReportDraft): number {
  if (window === null) return dayMinutes / interval
  const nextDay = isNightShift({ window }) ? dayMinutes : 0
  return Math.ceil((window.untilMinute + nextDay - window.fromMinute) / interval)
}

export type BuiltReport =
  | { readonly kind: 'incomplete'; readonly because: string }
  | { readonly kind: 'complete'; readonly request: ReportRequest }

/**
 * Returns the request body, or what is still missing: the first error in form order, except that stations come before
 * the name, which is derived from them by default.
 */
export function builtReport(draft: ReportDraft, context: ReportContext): BuiltReport {
  const name = draftReportName(draft, context.stationNames).trim()
  const { startDate, endDate } = draft
  const incomplete = (because: string) => ({ kind: 'incomplete', because }) as const
  if (draft.hardwareIds.length === 0) return incomplete('Choose at least one station.')
  if (name === '') return incomplete('Give the report a name.')
  if (columnsOf(draft.observations).length === 0) return incomplete('Choose at least one observation.')
  if (startDate === null || endDate === null) return incomplete('Choose a start date and an end date.')
  const fault = datesFault(draft, context.today)
  if (fault !== null) return incomplete(fault)
  if (draft.daysOfWeek.length === 0) return incomplete('Choose at least one day of the week.')
  if (rowEstimate(draft) === 0)
    return incomplete('None of the chosen days of the week is in this date range.')
  return { kind: 'complete', request: requestOf(draft, { ...context, name, startDate, endDate }) }
}

interface Complete extends ReportContext {
  readonly name: string
  readonly startDate: string
  readonly endDate: string
}

function requestOf(draft: ReportDraft, { requestor, name, startDate, endDate }: Complete): ReportRequest {
  const { window } = draft
  return {
    Requestor: requestor,
    Name: name,
    Recipients: [requestor, ...draft.recipients],
    ReportTypes: [0],
    FileFormats: [0],
    UnitType: 0,
    DataInterval: draft.interval,
    Filters: {
      HardwareIds: [...draft.hardwareIds],
      ObservationTypes: Object.fromEntries(
        Object.entries(draft.observations).map(([observation, metrics]) => [observation, [...metrics]]),
      ),
      TimeFilter: {
        StartDate: startDate,
        EndDate: endDate,
        StartTimeOfDay: window && timeText(window.fromMinute),
        EndTimeOfDay: window && timeText(window.untilMinute),
        DaysOfWeek: weekdays.filter(day => draft.daysOfWeek.includes(day)),
      },
    },
  }
}

/** Returns `07:30:00`. The midnight that ends a day is `24:00:00`. */
function timeText(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00`
}
