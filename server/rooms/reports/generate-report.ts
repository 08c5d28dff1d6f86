import type { ReportRequest } from '#contract/messages/reports'
import { recordAudit } from '#server/platform/audit'
import { hourMs, later } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import type { Doing } from '#server/platform/http/ask'
import { badInput, serverRefusal, tooMany } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import { isStationSeenBy, type StationBook, type StationRow } from '#server/rooms/stations/index'
import { checkRequest, type KeptSpans } from './check-request.ts'
import { resolveReportRecipients } from './recipients.ts'
import {
  countReportsSince,
  insertReport,
  lockReportsOf,
  unfinishedIndex,
  type RecipientRow,
  type StoredReport,
} from './store/reports.ts'

export interface GenerateDeps {
  readonly db: Db
  readonly book: StationBook
  readonly kept: KeptSpans
}

const mostPerHour = 20
const tryAgainSeconds = 600

/**
 * The named stations that the caller may see. Several sources may use the same name; the caller's own station then
 * wins.
 */
function stationsNamed({ book }: GenerateDeps, caller: Caller, hardwareIds: readonly string[]): StationRow[] {
  const seen = new Map<string, StationRow>()
  for (const station of book.all()) {
    const { row } = station
    if (row.network !== 'station' || !isStationSeenBy(caller, station)) continue
    if (!seen.has(row.source_id) || row.customer_id === caller.customerId) seen.set(row.source_id, row)
  }
  const ids = [...new Set(hardwareIds)]
  const found = ids.flatMap(id => seen.get(id) ?? [])
  if (found.length < ids.length) throw badInput({ HardwareIds: ['includes a station that was not found'] })
  return found
}

/**
 * Queues a report. A person may have only one unfinished report, and a customer may request a limited number per hour.
 */
export async function generateReport(
  deps: GenerateDeps,
  { caller, now, requestId }: Doing,
  request: ReportRequest,
): Promise<{ report: StoredReport; recipients: readonly RecipientRow[] }> {
  if (request.Requestor !== caller.id) throw badInput({ Requestor: ['must be you'] })
  const stations = stationsNamed(deps, caller, request.Filters.HardwareIds)
  checkRequest(request, stations, deps.kept, now)
  const recipients = await resolveReportRecipients(deps.db, caller, request.Recipients)
  const report = await deps.db
    .transaction()
    .execute(async tx => {
      await lockReportsOf(tx, caller.customerId)
      if ((await countReportsSince(tx, caller.customerId, later(now, -hourMs))) >= mostPerHour)
        throw tooMany(tryAgainSeconds)
      const row = await insertReport(
        tx,
        {
          customer_id: caller.customerId,
          requested_by: caller.id,
          requester: caller.fullName,
          name: request.Name,
          request,
          stations: stations.map(({ id, name }) => ({ id, name })),
          requested_at: now,
        },
        recipients,
      )
      await recordAudit(
        tx,
        {
          by: caller,
          customerId: caller.customerId,
          action: 'report requested',
          target: `${row.name} (report ${row.id})`,
          after: request,
          requestId,
        },
        now,
      )
      return row
    })
    .catch((error: unknown) => {
      if (!isTaken(error, unfinishedIndex)) throw error
      throw serverRefusal('Your last report is not finished yet. Please wait for it, or delete it.', 409)
    })
  return { report, recipients }
}
