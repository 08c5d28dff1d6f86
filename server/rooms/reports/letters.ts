import { zoneOf } from '#domain/alert-times/time-zones'
import { intervalOf } from '#domain/reports/report'
import { dayMs, later } from '#server/platform/clock'
import type { Email } from '#server/rooms/notifications/index'
import type { UserRow } from '#server/rooms/users/index'
import type { ReportAddresses } from './addresses.ts'
import type { StoredReport } from './store/reports.ts'
import { timeText } from './facts.ts'

export interface LetterDeps {
  readonly addresses: ReportAddresses
  readonly baseUrl: string
  readonly simulated: boolean
}

/** How long an unsent email stays useful. */
const usefulMs = 2 * dayMs

function about({ request, stations }: StoredReport): string {
  const { StartDate, EndDate } = request.Filters.TimeFilter
  const [first, ...others] = stations
  const names = `${first?.name ?? ''}${others.length === 0 ? '' : ` and ${others.length} more`}`
  return [
    `Weather stations: ${names}`,
    `Dates: ${StartDate} to ${EndDate}, ${intervalOf(request.DataInterval).label} intervals`,
  ].join('\n')
}

/** The email that sends a recipient the links to the files, with their expiry. */
export function readyLetter(
  { addresses, baseUrl, simulated }: LetterDeps,
  report: StoredReport,
  person: UserRow,
  now: Date,
): Email | null {
  if (person.email === null) return null
  const isOwn = person.id === report.requested_by
  const csv = addresses.linkOf(report.id, 'csv', now)
  const pdf = addresses.linkOf(report.id, 'pdf', now)
  const until = timeText(pdf.until, zoneOf(person.time_zone))
  const text = [
    isOwn ? 'Your weather report is ready.' : `${report.requester} sent you a weather report.`,
    about(report),
    ...(simulated ? ['This report is about simulated weather.'] : []),
    `PDF with charts: ${baseUrl}${pdf.path}`,
    `Table (CSV): ${baseUrl}${csv.path}`,
    `The links work until ${until}. Anyone who has them can open the report.`,
  ].join('\n\n')
  return {
    customerId: report.customer_id,
    userId: person.id,
    to: person.email,
    subject: `${simulated ? 'SIMULATED: ' : ''}${report.name}`,
    text,
    expiresAt: later(now, usefulMs),
    dedupeKey: `report ${report.id} ready ${person.id}`,
  }
}

/** The email that tells the requester that there will be no report. */
export function failedLetter(report: StoredReport, person: UserRow, now: Date): Email | null {
  if (person.email === null) return null
  return {
    customerId: report.customer_id,
    userId: person.id,
    to: person.email,
    subject: `Report not available: ${report.name}`,
    text: ['Your weather report could not be built.', report.because ?? '', about(report)]
      .filter(Boolean)
      .join('\n\n'),
    expiresAt: later(now, usefulMs),
    dedupeKey: `report ${report.id} failed`,
  }
}
