import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

// A backup is one gzip file of JSON lines: a header, the rows of every table, and a trailer with checksums. A file
// without its trailer is truncated and is rejected.

/** An error in a file. Its message is shown to people as it is. */
export class BrokenBackup extends Error {}

export interface Head {
  readonly kind: 'head'
  readonly format: 1
  readonly made: string
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
  /** The partitions of tables that are partitioned by month. Older backups have no such list. */
  readonly months?: Readonly<Record<string, readonly string[]>>
  /** Identifies the key that values were sealed with, without revealing it. */
  readonly keyFingerprint: string
  /** The key itself in base64 if the data folder has it; null if it is a setting. */
  readonly secretKey: string | null
}

/** Rows as PostgreSQL writes them and reads them back bit for bit. */
export interface Rows {
  readonly kind: 'rows'
  readonly table: string
  readonly rows: readonly string[]
}

export interface Digest {
  readonly rows: number
  readonly sha256: string
}

export interface End {
  readonly kind: 'end'
  readonly tables: Readonly<Record<string, Digest>>
  /** The last number that each sequence returned. */
  readonly sequences: Readonly<Record<string, number>>
}

export type Line = Head | Rows | End

/** The checksum of a table's rows, read in order. */
export class Digester {
  readonly #hash: Hash = createHash('sha256')
  #rows = 0

  add(rows: readonly string[]) {
    for (const row of rows) this.#hash.update(row).update('\n')
    this.#rows += rows.length
  }

  end(): Digest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

async function* asText(lines: AsyncIterable<Line>) {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

/** Writes a new file that only its owner may read, because it contains the key. */
export async function writeLines(file: string, lines: AsyncIterable<Line>): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(Readable.from(asText(lines)), createGzip(), out)
}

export async function* readLines(file: string): AsyncGenerator<Line> {
  const bytes = createReadStream(file)
  const unpacked = createGunzip()
  // Reading reports an error from either stream.
  bytes.on('error', error => unpacked.destroy(error))
  try {
    for await (const text of createInterface({ input: bytes.pipe(unpacked), crlfDelay: Infinity })) {
      yield JSON.parse(text) as Line
    }
    if (unpacked.errored) throw unpacked.errored
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BrokenBackup(
      code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} is not a complete backup (${code ?? message}).`,
    )
  } finally {
    bytes.destroy()
  }
}

const same = (one: Digest | undefined, other: Digest) =>
  one?.rows === other.rows && one.sha256 === other.sha256

export function differing(
  one: Readonly<Record<string, Digest>>,
  other: Readonly<Record<string, Digest>>,
): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.filter(name => !other[name] || !same(one[name], other[name]))
}

/** Reads a whole backup and verifies its checksums. */
export async function verifyFile(file: string): Promise<{ head: Head; end: End }> {
  const digesters = new Map<string, Digester>()
  let head: Head | undefined
  let end: End | undefined
  for await (const line of readLines(file)) {
    if (end || (line.kind === 'head') === (head !== undefined))
      throw new BrokenBackup(`${file} is not a Skywarden backup.`)
    if (line.kind === 'head') head = line
    else if (line.kind === 'end') end = line
    else {
      const digester = digesters.get(line.table) ?? new Digester()
      digesters.set(line.table, digester)
      digester.add(line.rows)
    }
  }
  if (!head || !end) throw new BrokenBackup(`${file} is not a complete backup: its end is missing.`)
  if (head.format !== 1) throw new BrokenBackup(`${file} was created by a newer Skywarden.`)
  const found = Object.fromEntries([...digesters].map(([table, digester]) => [table, digester.end()]))
  const wrong = differing(end.tables, found)
  if (wrong.length > 0)
    throw new BrokenBackup(`${file} is damaged: ${wrong.join(', ')} differ from their checksums.`)
  return { head, end }
}
