import { dayNumber } from '#domain/conditions/local-day'
import type { NamedRange } from '#domain/reports/custom-range'
import { exportFault, type ExportKind } from '#domain/reports/report'

/** Returns why a range cannot be exported; null if it can. `today` is a day number in the station's calendar. */
export function draftFault(kind: ExportKind, range: NamedRange, today: number): string | null {
  const [from, to] = [dayNumber(range.startDate), dayNumber(range.endDate)]
  if (from === null || to === null) return 'Choose a start date and an end date.'
  if (to < from) return 'The end date must not be before the start date.'
  if (to > today) return 'The end date must not be in the future.'
  return exportFault(kind, to - from + 1)
}
