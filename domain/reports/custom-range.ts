import { dayNumber, type DayName } from '#domain/conditions/local-day'

/** The maximum number of days in a chart, including the first and the last, and the message for a longer range. */
export interface RangeLimit {
  readonly days: number
  readonly message: string
}

export const historyLimit: RangeLimit = {
  days: 90,
  message: 'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.',
}
export const evapotranspirationLimit: RangeLimit = {
  days: 14,
  message: 'Custom Range must be 14 days or less.',
}

export interface NamedRange {
  readonly startDate: DayName
  readonly endDate: DayName
}

/** The number of days in a range. Both ends are included, as in exports. */
export const spannedDays = ({ from, to }: { readonly from: number; readonly to: number }) => to - from + 1

/** Why a range of days cannot be requested; null if it can. `lastDay` is the number of the last day available. */
export function customRangeFault(range: NamedRange, lastDay: number, limit: RangeLimit): string | null {
  const [from, to] = [dayNumber(range.startDate), dayNumber(range.endDate)]
  if (from === null || to === null) return 'Choose a start date and an end date.'
  if (to <= from) return 'The end date must be after the start date.'
  if (to > lastDay) return 'The end date must not be in the future.'
  return spannedDays({ from, to }) > limit.days ? limit.message : null
}
