import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { errorWithin } from '#web/parts/fields/field-errors.ts'
import type { Failure } from '#web/parts/fields/use-attempts.ts'

/** Fields where the form shows the server's errors, by wire name. */
const markedFields = [
  'Name',
  'Recipients',
  'DataInterval',
  'Filters.HardwareIds',
  'Filters.ObservationTypes',
  'Filters.TimeFilter.StartDate',
  'Filters.TimeFilter.EndDate',
  'Filters.TimeFilter.StartTimeOfDay',
  'Filters.TimeFilter.EndTimeOfDay',
  'Filters.TimeFilter.DaysOfWeek',
]

/**
 * Explains why a report was not requested. Does not repeat errors that the form shows at a field, but includes all
 * others.
 */
export function requestFailure(error: unknown): Failure {
  const header = 'Error requesting data.'
  const errors = fieldErrors(error)
  const isMarked = (name: string) =>
    markedFields.some(field => errorWithin({ [name]: ['marked'] }, field, '') !== undefined)
  const beside = Object.entries(errors).flatMap(([name, reported]) => (isMarked(name) ? [] : reported))
  if (beside.length > 0) return { header, text: beside.join(' ') }
  const hasMarks = Object.keys(errors).length > 0
  return { header, text: hasMarks ? 'Check the fields that are marked.' : plainReason(error) }
}
