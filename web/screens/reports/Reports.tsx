import { reportColumns } from './columns.tsx'
import { DeleteReport } from './DeleteReport.tsx'
import type { Report } from '#contract/messages/reports'
import { plainReason } from '#web/data/requests/failures.ts'
import { useReports } from '#web/data/messages/reports.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useMe } from '#web/data/people/users.ts'
import { ReportDialog } from '#web/forms/report/ReportDialog.tsx'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { Button } from '@mantine/core'
import { IconFileAnalytics, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

type Opened = { readonly kind: 'new' } | { readonly kind: 'delete'; readonly report: Report }

const sizes = [10, 25, 50]
const rowKey = ({ id }: Report) => String(id)

/** Lists the reports that a person requested or received. */
export function Reports() {
  const me = useMe()
  const mayReport = me.permissions.includes('historical_report.access')
  const reports = useReports()
  const error = useStandingError(reports)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const columns = useMemo(
    () => reportColumns({ zone: me.timeZone, onDelete: report => setOpened({ kind: 'delete', report }) }),
    [me.timeZone],
  )
  return (
    <>
      <PageHeader
        title="Reports"
        sub="Past weather of your stations, requested by you or sent to you"
        actions={
          mayReport && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpened({ kind: 'new' })}
            >
              New report
            </Button>
          )
        }
      />
      {error && (
        <ErrorNote
          title={reports.data ? 'No recent update from the server' : 'Reports could not be loaded'}
          text={plainReason(error)}
          onRetry={() => void reports.refetch()}
        />
      )}
      {(reports.data || !error) && (
        <Card flush>
          <DataTable
            caption="Reports"
            rows={reports.data}
            columns={columns}
            rowKey={rowKey}
            pageSize={10}
            sizes={sizes}
            empty={
              <EmptyState
                icon={<IconFileAnalytics size={32} stroke={1.5} aria-hidden />}
                title="No reports yet"
                text={
                  mayReport
                    ? 'Choose stations, observations and dates, and get them as a table and as a document.'
                    : 'Reports that others send you appear here.'
                }
              >
                {mayReport && (
                  <Button variant="default" onClick={() => setOpened({ kind: 'new' })}>
                    Create your first report
                  </Button>
                )}
              </EmptyState>
            }
          />
        </Card>
      )}
      <ReportDialog station={null} opened={opened?.kind === 'new'} onClose={close} />
      {opened?.kind === 'delete' && <DeleteReport report={opened.report} onClose={close} />}
    </>
  )
}
