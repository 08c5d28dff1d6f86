import type { Report } from '#contract/messages/reports'
import type { ReportAddresses } from './addresses.ts'
import type { RecipientRow, StoredReport } from './store/reports.ts'

/** A report as one person sees it. */
export function wireReport(
  row: StoredReport,
  recipients: readonly RecipientRow[],
  seen: { readonly by: string; readonly now: Date; readonly addresses: ReportAddresses },
): Report {
  const hasFiles = row.state === 'Ready' && row.files_until !== null && row.files_until > seen.now
  const { StartDate, EndDate } = row.request.Filters.TimeFilter
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    progress: row.progress,
    because: row.because,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: { id: row.requested_by, fullName: row.requester },
    isOwn: row.requested_by === seen.by,
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.files_until?.toISOString() ?? null,
    stations: row.stations.map(({ name }) => name),
    dataInterval: row.request.DataInterval,
    startDate: StartDate,
    endDate: EndDate,
    recipients: recipients.map(({ user_id, name }) => ({ id: user_id, fullName: name })),
    rowCount: row.row_count,
    csvUrl: hasFiles ? seen.addresses.addressOf(row.id, 'csv', seen.now) : null,
    pdfUrl: hasFiles ? seen.addresses.addressOf(row.id, 'pdf', seen.now) : null,
  }
}
