/** Calendar days have no zone. */
const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Jul 1 – 31, 2026`, from days such as 2026-07-01. */
export function shownDates(startDate: string, endDate: string): string {
  return format.formatRange(new Date(startDate), new Date(endDate))
}
