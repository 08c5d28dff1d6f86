import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo, useState, type ReactNode } from 'react'

type Sortable = string | number | null

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** The sort key. Without it the column cannot be sorted. */
  readonly sortBy?: (row: Row) => Sortable
  /** Numbers are right-aligned. */
  readonly align?: 'end'
  /** The header is read out but not shown, for columns of buttons. */
  readonly headerHidden?: boolean
}

export const pageSizes = [25, 50, 100] as const

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

/** Null comes last. Text sorts naturally (`Group 9` before `Group 10`). */
export function compareCells(a: Sortable, b: Sortable): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en-US', { numeric: true, sensitivity: 'base' })
}

function toDefinition<Row extends object>(column: Column<Row>): ColumnDef<typeof features, Row> {
  const { id, header, sortBy } = column
  return {
    id,
    header,
    enableSorting: sortBy !== undefined,
    accessorFn: row => sortBy?.(row) ?? null,
    sortFn: (a, b) => compareCells(a.getValue<Sortable>(id), b.getValue<Sortable>(id)),
  }
}

interface Pagination {
  readonly pageIndex: number
  readonly pageSize: number
}

/** Returns the requested page, or the last one if fewer remain after a search or a deletion. */
export function pageWithin({ pageIndex, pageSize }: Pagination, rowCount: number): Pagination {
  return { pageIndex: Math.min(pageIndex, Math.max(0, Math.ceil(rowCount / pageSize) - 1)), pageSize }
}

const noRows: never[] = []

interface TableWish<Row> {
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  pageSize: number
}

export function useTableModel<Row extends object>({ rows, columns, rowKey, pageSize }: TableWish<Row>) {
  const [wanted, setPagination] = useState({ pageIndex: 0, pageSize })
  const pagination = pageWithin(wanted, rows?.length ?? 0)
  const definitions = useMemo(() => columns.map(toDefinition), [columns])
  return useTable({
    features,
    data: rows ?? noRows,
    columns: definitions,
    getRowId: rowKey,
    state: { pagination },
    onPaginationChange: setPagination,
    // Rows that arrive in the background must not return the reader to the first page.
    autoResetPageIndex: false,
    enableMultiSort: false,
  })
}

export type TableModel<Row extends object> = ReturnType<typeof useTableModel<Row>>
