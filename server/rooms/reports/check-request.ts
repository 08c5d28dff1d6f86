import type { ReportRequest } from '#contract/messages/reports'
import { localDay } from '#domain/conditions/local-day'
import {
  rangeFault,
  reportObservationNames,
  reportObservations,
  unavailableBecause,
  type ReportInterval,
} from '#domain/reports/report'
import { isByTheHour, minuteOfText, type TimeFilter } from '#domain/reports/time-filter'
import { badInput, serverRefusal, type FieldErrors } from '#server/platform/http/problems'
import type { StationRow } from '#server/rooms/stations/index'
import { readRequest } from './read-request.ts'

/** How many days quarter-hour summaries are kept. */
export interface KeptSpans {
  readonly quartersDays: number
}

/** Rejects requests for reports that cannot be built, naming the fields. */
export function checkRequest(
  request: ReportRequest,
  stations: readonly StationRow[],
  kept: KeptSpans,
  now: Date,
): void {
  const errors: FieldErrors = { ...observationFaults(request), ...timeOfDayFaults(request) }
  const { filter, minutes } = readRequest(request)
  const today = Math.max(...stations.map(({ time_zone }) => localDay(time_zone, now.getTime())))
  if (filter.to < filter.from) errors['EndDate'] = ['must not be before the start date']
  else if (filter.to > today) errors['EndDate'] = ['must not be in the future']
  if (needsQuarters(filter, minutes) && filter.from < today - kept.quartersDays)
    errors['StartTimeOfDay'] = [`must be on the hour for dates more than ${kept.quartersDays} days ago`]
  if (Object.keys(errors).length > 0) throw badInput(errors)
  const fault = rangeFault(filter.to - filter.from + 1, minutes)
  if (fault !== null) throw serverRefusal(fault)
}

/**
 * Whether a report by hours or days needs quarters of an hour, which are kept for less time. It does if its time window
 * does not consist of whole hours.
 */
function needsQuarters(filter: TimeFilter, minutes: ReportInterval): boolean {
  return minutes >= 60 && !isByTheHour(filter)
}

function observationFaults({ DataInterval, Filters }: ReportRequest): FieldErrors {
  const chosen = reportObservationNames.filter(name => Filters.ObservationTypes[name] !== undefined)
  if (chosen.length === 0) return { ObservationTypes: ['must name an observation'] }
  const faults = chosen.flatMap(name => {
    const { label, metrics } = reportObservations[name]
    const unavailable = unavailableBecause(name, DataInterval)
    const wrong = Filters.ObservationTypes[name]?.filter(metric => !metrics.includes(metric)) ?? []
    return [
      ...(unavailable === null ? [] : [`${label}: ${unavailable}`]),
      ...wrong.map(metric => `${label} has no ${metric}`),
    ]
  })
  return faults.length === 0 ? {} : { ObservationTypes: [...new Set(faults)] }
}

const dayMinutes = 1440
const stepMinutes = 15

function timeOfDayFaults({ Filters }: ReportRequest): FieldErrors {
  const { StartTimeOfDay: start, EndTimeOfDay: end } = Filters.TimeFilter
  if (start === null && end === null) return {}
  if (start === null) return { StartTimeOfDay: ['is required with an end time'] }
  if (end === null) return { EndTimeOfDay: ['is required with a start time'] }
  const isStep = (minute: number | null) => minute !== null && minute % stepMinutes === 0
  const [from, until] = [minuteOfText(start), minuteOfText(end)]
  const fault = ['must be a time of day in steps of 15 minutes']
  return {
    ...(isStep(from) && from !== dayMinutes ? {} : { StartTimeOfDay: fault }),
    ...(isStep(until) ? {} : { EndTimeOfDay: fault }),
  }
}
