import { Files } from './Files.tsx'
import { contentInWords, reportStateOf, stationsInWords } from './report-text.ts'
import classes from './Reports.module.css'
import { ReportState } from './ReportState.tsx'
import type { Report } from '#contract/messages/reports'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownMinute } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

interface ColumnsWish {
  readonly zone: string
  readonly onDelete: (report: Report) => void
}

export function reportColumns({ zone, onDelete }: ColumnsWish): Column<Report>[] {
  return [
    {
      id: 'report',
      header: 'Report',
      sortBy: ({ name }) => name,
      cell: report => (
        <div className={classes.report}>
          <span className={classes.name}>{report.name}</span>
          <span className={classes.dim}>{stationsInWords(report.stations)}</span>
          <span className={classes.dim}>{contentInWords(report)}</span>
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      sortBy: reportStateOf,
      cell: report => <ReportState report={report} zone={zone} />,
    },
    {
      id: 'requested',
      header: 'Requested',
      sortBy: ({ requestedAt }) => Date.parse(requestedAt),
      cell: ({ isOwn, requestedBy, requestedAt }) => (
        <div className={classes.report}>
          <span>{isOwn ? 'You' : requestedBy.fullName}</span>
          <span className={classes.dim}>{shownMinute(new Date(requestedAt), zone)}</span>
        </div>
      ),
    },
    { id: 'files', header: 'Files', cell: report => <Files report={report} /> },
    {
      id: 'delete',
      header: 'Delete',
      headerHidden: true,
      align: 'end',
      cell: report =>
        report.isOwn && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Delete ${report.name}`}
            onClick={() => onDelete(report)}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        ),
    },
  ]
}
