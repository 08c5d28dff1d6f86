import classes from './DataTable.module.css'
import type { Column, TableModel } from './table-model.ts'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'

interface DataTableHeadProps<Row extends object> {
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  unfolds: boolean
}

const directions = { asc: 'ascending', desc: 'descending' } as const

export function DataTableHead<Row extends object>({ table, columns, unfolds }: DataTableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {unfolds && (
          <th scope="col">
            <span className="visually-hidden">Details</span>
          </th>
        )}
        {columns.map(column => {
          const model = table.getColumn(column.id)
          const sorted = model?.getIsSorted() || undefined
          return (
            <th
              key={column.id}
              scope="col"
              data-align={column.align}
              aria-sort={column.sortBy ? (sorted ? directions[sorted] : 'none') : undefined}
            >
              {column.sortBy ? (
                <button type="button" className={classes.sort} onClick={() => model?.toggleSorting()}>
                  {column.header}
                  <SortIcon sorted={sorted} />
                </button>
              ) : (
                <span className={column.headerHidden ? 'visually-hidden' : undefined}>{column.header}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SortIcon({ sorted }: { sorted: 'asc' | 'desc' | undefined }) {
  if (sorted === 'asc') return <IconArrowUp size={14} aria-hidden />
  if (sorted === 'desc') return <IconArrowDown size={14} aria-hidden />
  return <IconArrowsSort size={14} aria-hidden className={classes.unsorted} />
}
