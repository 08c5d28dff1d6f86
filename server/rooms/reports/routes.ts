import {
  deleteReport,
  generateReport as generateReportCall,
  listReportRecipients,
  listReports,
  reportCsv,
  reportPdf,
} from '#contract/messages/reports'
import { recordAudit } from '#server/platform/audit'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { fullNameOf } from '#server/rooms/users/index'
import type { ReportAddresses } from './addresses.ts'
import { contentOf } from './files.ts'
import { generateReport, type GenerateDeps } from './generate-report.ts'
import { reachedBy } from './recipients.ts'
import {
  deleteFilesOf,
  findReady,
  listReportsOf,
  markDeleted,
  recipientsOf,
  type ReportFormat,
} from './store/reports.ts'
import { wireReport } from './wire.ts'

export interface ReportRouteDeps extends GenerateDeps {
  readonly addresses: ReportAddresses
  readonly simulated: boolean
  /** Called when there is something to build. */
  readonly onQueued: () => void
}

const mostListed = 100

export function reportRoutes(deps: ReportRouteDeps): Served[] {
  const { db, addresses, simulated } = deps

  async function fileOf(
    format: ReportFormat,
    id: number,
    shown: { readonly expires: string; readonly key: string },
    now: Date,
  ) {
    addresses.check(id, format, shown, now)
    const row = await findReady(db, 'system', id, now)
    if (!row) throw notFound('This report')
    const fileName = `${simulated ? 'SIMULATED ' : ''}${row.name}.${format}`
    return { fileName, content: contentOf(db, row, format) }
  }

  return [
    serve(generateReportCall, async ({ body, ...doing }) => {
      const { report, recipients } = await generateReport(deps, doing, body)
      deps.onQueued()
      return wireReport(report, recipients, { by: doing.caller.id, now: doing.now, addresses })
    }),

    serve(listReports, async ({ caller, now }) => {
      const rows = await listReportsOf(db, caller.customerId, caller.id, mostListed)
      const recipients = await recipientsOf(
        db,
        caller.customerId,
        rows.map(({ id }) => id),
      )
      const byReport = Map.groupBy(recipients, ({ report_id }) => report_id)
      return rows.map(row => wireReport(row, byReport.get(row.id) ?? [], { by: caller.id, now, addresses }))
    }),

    serve(deleteReport, async ({ caller, params, now, requestId }) => {
      await db.transaction().execute(async tx => {
        const row = await markDeleted(tx, caller.customerId, caller.id, params.id, now)
        if (!row) throw notFound('This report')
        await deleteFilesOf(tx, caller.customerId, row.id)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'report deleted',
            target: `${row.name} (report ${row.id})`,
            requestId,
          },
          now,
        )
      })
      return null
    }),

    serve(listReportRecipients, async ({ caller }) => {
      const people = (await reachedBy(db, caller)).filter(({ user_group_id }) => user_group_id !== null)
      const groups = Map.groupBy(people, ({ user_group_id }) => user_group_id as number)
      return [...groups]
        .map(([siteId, users]) => ({
          siteId,
          siteName: users[0]?.group_name ?? '',
          users: users.map(row => ({ id: row.id, fullName: fullNameOf(row) })),
        }))
        .toSorted((one, other) => one.siteName.localeCompare(other.siteName, 'en'))
    }),

    serve(reportCsv, ({ params, query, now }) => fileOf('csv', params.id, query, now)),
    serve(reportPdf, ({ params, query, now }) => fileOf('pdf', params.id, query, now)),
  ]
}
