import type { FilledRow } from './gather.ts'

/**
 * One station's numbers for its charts. Shared with the drawing thread instead of copied, because fifty stations with
 * every column are tens of megabytes.
 */
export interface Series {
  readonly rows: number
  /** Each row's start, its UTC offset, and its value for each column; NaN if not measured. */
  readonly numbers: SharedArrayBuffer
}

const timeColumns = 2

/** Collects rows as they arrive. */
export class SeriesWriter {
  readonly #columns: number
  readonly #rows: Float64Array[] = []

  constructor(columns: number) {
    this.#columns = columns + timeColumns
  }

  add(rows: readonly FilledRow[]): void {
    for (const { startMs, aheadMs, values } of rows)
      this.#rows.push(Float64Array.of(startMs, aheadMs, ...values.map(value => value ?? NaN)))
  }

  finish(): Series {
    const rows = this.#rows.length
    const numbers = new SharedArrayBuffer(rows * this.#columns * Float64Array.BYTES_PER_ELEMENT)
    const view = new Float64Array(numbers)
    this.#rows.forEach((row, index) => row.forEach((value, column) => (view[column * rows + index] = value)))
    return { rows, numbers }
  }
}

export interface SeriesView {
  readonly startMs: Float64Array
  readonly aheadMs: Float64Array
  readonly columns: readonly Float64Array[]
}

export function seriesViewOf({ rows, numbers }: Series): SeriesView {
  const all = new Float64Array(numbers)
  const count = rows === 0 ? 0 : all.length / rows
  const column = (index: number) => all.subarray(index * rows, (index + 1) * rows)
  return {
    startMs: column(0),
    aheadMs: column(1),
    columns: Array.from({ length: Math.max(0, count - timeColumns) }, (_, index) =>
      column(index + timeColumns),
    ),
  }
}
