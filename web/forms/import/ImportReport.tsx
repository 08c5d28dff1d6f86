import classes from './Import.module.css'
import {
  importedCount,
  outcomeWords,
  refusedCount,
  refusedFirst,
  reportInWords,
  skipInWords,
  warnedInWords,
} from './import-text.ts'
import type { ImportedRow } from '#contract/people/people'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import {
  IconAlertTriangle,
  IconEqual,
  IconMinus,
  IconPencil,
  IconPlus,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useMemo } from 'react'

interface ImportReportProps {
  rows: readonly ImportedRow[]
  /** Whether to skip rejected rows. */
  isSkipping: boolean
  onSkip: (isSkipping: boolean) => void
}

/** Shows what will happen to each row. */
export function ImportReport({ rows, isSkipping, onSkip }: ImportReportProps) {
  const shown = useMemo(() => refusedFirst(rows), [rows])
  const warned = warnedInWords(rows)
  return (
    <>
      {refusedCount(rows) > 0 ? (
        <>
          <WarningNote
            title={reportInWords(rows)}
            text="Fix the rejected rows and choose the file again, or skip them. You can import the same file again later: people who are already here stay as they are."
          />
          {importedCount(rows) > 0 && (
            <label className={classes.skip}>
              <input
                type="checkbox"
                checked={isSkipping}
                onChange={event => onSkip(event.currentTarget.checked)}
              />
              {skipInWords(rows)}
            </label>
          )}
        </>
      ) : (
        <p role="status" className={classes.summary}>
          {reportInWords(rows)}
        </p>
      )}
      {warned !== null && (
        <WarningNote
          title={warned}
          text="Fill in the Locations column, or give them locations later under Users."
        />
      )}
      <div className={classes.report}>
        <DataTable
          caption="What will happen to each row"
          rows={shown}
          columns={columns}
          rowKey={rowKey}
          sizes={sizes}
          pageSize={10}
          empty={<EmptyState title="The file has no rows" text="The first line names the columns." />}
        />
      </div>
    </>
  )
}

const sizes = [10, 25, 50]
const rowKey = (row: ImportedRow) => String(row.line)

const looks = {
  add: { tone: 'info', icon: IconPlus },
  change: { tone: 'info', icon: IconPencil },
  same: { tone: 'quiet', icon: IconEqual },
  refuse: { tone: 'bad', icon: IconX },
  skip: { tone: 'quiet', icon: IconMinus },
} as const satisfies Record<ImportedRow['outcome'], { tone: PillTone; icon: Icon }>

const columns: Column<ImportedRow>[] = [
  { id: 'line', header: 'Line', sortBy: row => row.line, cell: row => row.line },
  { id: 'name', header: 'Name', sortBy: row => row.name, cell: row => row.name || '--' },
  {
    id: 'outcome',
    header: 'Outcome',
    sortBy: row => outcomeWords[row.outcome],
    cell: ({ outcome }) => (
      <div>
        <StatusPill {...looks[outcome]}>{outcomeWords[outcome]}</StatusPill>
      </div>
    ),
  },
  {
    id: 'problems',
    header: 'Problems',
    cell: ({ problems, warnings }) =>
      problems.length + warnings.length === 0 ? (
        '--'
      ) : (
        <ul className={classes.problems}>
          {problems.map(problem => (
            <li key={problem}>{problem}</li>
          ))}
          {warnings.map(warning => (
            <li key={warning} className={classes.warning}>
              <IconAlertTriangle size={14} aria-hidden />
              {warning}
            </li>
          ))}
        </ul>
      ),
  },
]
