/** Few enough rows to stay far below the parameter limit of a statement. */
const rowsPerStatement = 1000

/** Splits rows into batches that fit into one statement each, in order. */
export function* batchesOf<Row>(rows: readonly Row[], size: number = rowsPerStatement): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
