import classes from './DataTable.module.css'
import { DataTableHead } from './DataTableHead.tsx'
import { pageSizes, useTableModel, type Column, type TableModel } from './table-model.ts'
import { TablePager } from './TablePager.tsx'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'

interface DataTableProps<Row extends object> {
  /** Read out by screen readers before the table. */
  caption: string
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: ReactNode
  sizes?: readonly number[]
  pageSize?: number
  /** The key of a row to highlight. The table opens its page. */
  current?: string | undefined
  /** Expandable content below a row. */
  details?: (row: Row) => ReactNode
  /** Names a row for the button that expands it. */
  rowName?: (row: Row) => string
  /** Content next to the pager, such as a button to fetch older rows. */
  aside?: ReactNode
}

const skeletonRows = 8

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, rows, columns, rowKey, empty, sizes = pageSizes, pageSize = 25, current, aside } = props
  const table = useTableModel({ rows, columns, rowKey, pageSize })
  useTurnTo(table, current)

  if (rows?.length === 0) return empty
  return (
    <div className={classes.box}>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={`Table: ${caption}`}>
        <table className={classes.table} aria-busy={rows === undefined}>
          <caption className="visually-hidden">{caption}</caption>
          <DataTableHead table={table} columns={columns} unfolds={props.details !== undefined} />
          {rows ? (
            <Body {...props} table={table} />
          ) : (
            <Waiting columns={columns.length + (props.details ? 1 : 0)} />
          )}
        </table>
      </div>
      {rows && (
        <TablePager table={table} caption={caption} rowCount={rows.length} sizes={sizes} aside={aside} />
      )}
    </div>
  )
}

interface BodyProps<Row extends object> extends DataTableProps<Row> {
  table: TableModel<Row>
}

function Body<Row extends object>({ table, columns, current, details, rowName }: BodyProps<Row>) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => setUnfolded(before => before.symmetricDifference(new Set([key])))
  return (
    <tbody>
      {table.getRowModel().rows.map(row => (
        <Fragment key={row.id}>
          <tr aria-current={row.id === current || undefined} data-row={row.id}>
            {details && (
              <td className={classes.unfold}>
                <button
                  type="button"
                  aria-expanded={unfolded.has(row.id)}
                  aria-label={`Details for ${rowName?.(row.original) ?? row.id}`}
                  onClick={() => toggle(row.id)}
                >
                  <IconChevronRight size={18} aria-hidden />
                </button>
              </td>
            )}
            {columns.map(column => (
              <td
                key={column.id}
                data-label={column.headerHidden ? undefined : column.header}
                data-align={column.align}
              >
                {column.cell(row.original)}
              </td>
            ))}
          </tr>
          {details && unfolded.has(row.id) && (
            <tr className={classes.details}>
              <td colSpan={columns.length + 1}>{details(row.original)}</td>
            </tr>
          )}
        </Fragment>
      ))}
    </tbody>
  )
}

function Waiting({ columns }: { columns: number }) {
  return (
    <tbody className={classes.waiting} aria-hidden>
      {Array.from({ length: skeletonRows }, (_row, row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (_cell, cell) => (
            <td key={cell}>
              <span />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Opens the page that contains a row, once, and scrolls the row into view. */
function useTurnTo<Row extends object>(table: TableModel<Row>, key: string | undefined): void {
  const turnedTo = useRef<string>(undefined)
  const all = table.getSortedRowModel().rows
  useEffect(() => {
    const index = all.findIndex(row => row.id === key)
    if (key === undefined || index < 0 || turnedTo.current === key) return
    turnedTo.current = key
    table.setPageIndex(Math.floor(index / table.state.pagination.pageSize))
    requestAnimationFrame(() =>
      document.querySelector(`[data-row="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'center' }),
    )
  }, [all, key, table])
}
