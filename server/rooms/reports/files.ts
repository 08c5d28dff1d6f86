import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Db } from '#server/platform/store/index'
import { readPart, type ReportFormat, type StoredReport } from './store/reports.ts'

const partBytes = 256 * 1024

/** Stores one part of a file. */
export type KeepPart = (part: number, bytes: Buffer) => Promise<void>

/** Splits a file into parts and stores each as soon as it is full. Returns the number of parts. */
export async function keepInParts(pieces: AsyncIterable<Uint8Array>, keep: KeepPart): Promise<number> {
  let parts = 0
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size < partBytes) continue
    const all = Buffer.concat(waiting)
    let start = 0
    for (; all.length - start >= partBytes; start += partBytes)
      await keep(parts++, all.subarray(start, start + partBytes))
    waiting = [all.subarray(start)]
    size = all.length - start
  }
  if (size > 0) await keep(parts++, Buffer.concat(waiting))
  return parts
}

/** Compresses text as it arrives and stores it in parts, with backpressure. */
export async function keepPacked(text: AsyncIterable<string>, keep: KeepPart): Promise<number> {
  const packed = new PassThrough()
  const [kept, whole] = await Promise.allSettled([
    keepInParts(packed, keep),
    pipeline(Readable.from(text), createGzip(), packed),
  ])
  // If storing fails, the stream only reports that it was closed too early, so the first error is thrown.
  if (kept.status === 'rejected') throw kept.reason
  if (whole.status === 'rejected') throw whole.reason
  return kept.value
}

async function* partsOf(db: Db, row: StoredReport, format: ReportFormat): AsyncGenerator<Buffer> {
  const count = (format === 'csv' ? row.csv_parts : row.pdf_parts) ?? 0
  for (let part = 0; part < count; part++) {
    const bytes = await readPart(db, 'system', row, format, part)
    // The report was deleted in the meantime. Aborts the download: half a file must not pass for a whole one.
    if (!bytes) throw new Error(`Part ${part} of report ${row.id} is gone`)
    yield bytes
  }
}

/** A file's content for download, part by part. */
export function contentOf(db: Db, row: StoredReport, format: ReportFormat): AsyncIterable<Uint8Array> {
  const parts = partsOf(db, row, format)
  if (format === 'pdf') return parts
  const unpacked = createGunzip()
  // The reader gets the error, so it need not be reported here as well.
  pipeline(Readable.from(parts), unpacked).catch(() => {})
  return unpacked
}
