import { parse } from 'csv-parse'
import { Readable } from 'node:stream'

const chunkBytes = 32_768

/**
 * Parses the rows of a table, a few at a time, to let other work run in between. The first row has the column names.
 */
export function csvRows(csv: Buffer): AsyncIterable<readonly string[]> {
  const chunks = Array.from({ length: Math.ceil(csv.length / chunkBytes) }, (_, index) =>
    csv.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  )
  return Readable.from(chunks).pipe(parse({ relax_column_count: true, relax_quotes: true, bom: true }))
}
