import classes from './DataTable.module.css'
import type { TableModel } from './table-model.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'

interface TablePagerProps<Row extends object> {
  table: TableModel<Row>
  /** Names the table in the pager's label, because a screen may have several tables. */
  caption: string
  rowCount: number
  sizes: readonly number[]
  aside?: ReactNode
}

export function TablePager<Row extends object>(props: TablePagerProps<Row>) {
  const { table, caption, rowCount, sizes, aside } = props
  const { pageIndex, pageSize } = table.state.pagination
  const selectId = useId()
  const first = pageIndex * pageSize + 1
  const last = Math.min(first + pageSize - 1, rowCount)
  return (
    <nav className={classes.pager} aria-label={`Pages: ${caption}`}>
      {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      <label htmlFor={selectId}>Rows per page</label>
      <select
        id={selectId}
        value={pageSize}
        onChange={event => table.setPageSize(Number(event.target.value))}
      >
        {sizes.map(size => (
          <option key={size}>{size}</option>
        ))}
      </select>
      <span role="status" className={classes.range}>
        {first}–{last} of {rowCount}
      </span>
      <button
        type="button"
        aria-label="Previous page"
        disabled={!table.getCanPreviousPage()}
        onClick={() => table.previousPage()}
      >
        <IconChevronLeft size={18} aria-hidden />
      </button>
      <button
        type="button"
        aria-label="Next page"
        disabled={!table.getCanNextPage()}
        onClick={() => table.nextPage()}
      >
        <IconChevronRight size={18} aria-hidden />
      </button>
    </nav>
  )
}
