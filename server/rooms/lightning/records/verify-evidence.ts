import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { delayEvidence, type DelayRecord } from '#contract/weather/lightning'
import { textOfCell } from '#domain/reports/csv'
import { canonical } from '#server/platform/canonical'
import { brokenEntries, sealOf } from './evidence.ts'
import { evidenceTable } from '#server/rooms/lightning/store/evidence-table'
import type { EvidenceRow } from '#server/rooms/lightning/store/delays'

/** The findings for a file, line by line. The file is verified only if every line follows from the chain. */
export interface Verified {
  readonly isWhole: boolean
  readonly lines: readonly string[]
}

const not = (...lines: string[]): Verified => ({ isWhole: false, lines })

const begun = z.object({
  strike: z.unknown(),
  delay: z.object({
    locationId: z.number(),
    locationLabel: z.string(),
    ring: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    radiusMiles: z.number(),
    allClearMinutes: z.number(),
    opened: z.string(),
    endsAt: z.string(),
    simulated: z.boolean(),
  }),
})
const going = z.object({ endsAt: z.string(), id: z.optional(z.string()) })

const endings: readonly string[] = ['all clear', 'reconfigured']

/** Reconstructs a delay from its chain; null for one that began before the chain contained it. */
function retold(id: number, rows: readonly EvidenceRow[]): DelayRecord | null {
  const [first, ...rest] = rows
  const opened = first?.kind === 'opened' ? begun.safeParse(first.facts) : undefined
  if (!opened?.success) return null
  const more = rest.flatMap(({ kind, facts }) => (kind === 'extended' ? [going.safeParse(facts)] : []))
  if (more.some(({ success }) => !success)) return null
  const extended = more.flatMap(({ data }) => data ?? [])
  const last = rows.at(-1)
  return {
    id,
    ...opened.data.delay,
    // Strikes that arrived in the same write as the opening entry follow it.
    endsAt: extended.at(-1)?.endsAt ?? opened.data.delay.endsAt,
    closed: last && endings.includes(last.kind) ? last.at.toISOString() : null,
    strikes: Number(opened.data.strike !== null) + extended.filter(each => each.id !== undefined).length,
  }
}

/** Checks that all entries through the last one follow each other. Returns descriptions of those that do not. */
function faultsOf(rows: readonly EvidenceRow[], entries: number): string[] {
  const after = rows.findIndex(({ kind }) => endings.includes(kind))
  return [
    ...brokenEntries(rows).map(number => `Entry ${number} does not follow from the one before it.`),
    ...(rows.length < entries
      ? [`Only ${rows.length} of ${entries} entries are present: the file was truncated.`]
      : []),
    ...(rows.length > entries ? [`There are ${rows.length} entries, but the file declares ${entries}.`] : []),
    ...(after !== -1 && after < rows.length - 1 ? ['Entries follow after the end of the delay.'] : []),
  ]
}

const changed = 'This evidence was changed.'
const none = 'There are no entries: this file proves nothing.'
function sealed(id: number, rows: readonly EvidenceRow[], seal: string, key: Buffer | null): Verified {
  const all = `All ${rows.length} entries are intact, and everything else in the file follows from them.`
  if (key === null)
    return { isWhole: true, lines: [all, "The seal was not checked: this server's key is not available."] }
  const isOurs = seal === sealOf(key, id, rows)
  return isOurs
    ? { isWhole: true, lines: [all, 'Sealed by this server.'] }
    : not("The seal is not this server's: the file was changed, or comes from another server.")
}
const older = (rows: readonly EvidenceRow[]) =>
  not(
    'This file has an older format, in which only the entries are chained.',
    brokenEntries(rows).length === 0
      ? `Its ${rows.length} entries are intact. Its location, ring, times and number of strikes cannot be checked.`
      : changed,
  )

/**
 * Verifies evidence in the format that `delayEvidence` returns. Without the deployment's key the seal is not checked.
 * Null if the text is not evidence.
 */
export function verifyJson(text: string, key: Buffer | null): Verified | null {
  const file = readJson(text)
  if (file === null) return null
  const { delay, entries, evidence, seal } = file
  const rows = evidence.map((entry, index): EvidenceRow => ({
    delay_id: delay.id,
    number: index + 1,
    at: new Date(entry.at),
    kind: entry.kind,
    facts: entry.facts,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  }))
  if (rows.length === 0) return not(none)
  if (entries === undefined || seal === undefined) return older(rows)
  const faults = faultsOf(rows, entries)
  const reported = retold(delay.id, rows)
  if (reported === null) return faults.length > 0 ? not(...faults, changed) : older(rows)
  const names = Object.keys(reported) as (keyof DelayRecord)[]
  const others = names.filter(name => canonical(reported[name]) !== canonical(delay[name]))
  faults.push(...others.map(name => `Its '${name}' does not match its entries.`))
  // The file must contain nothing that is not checked, such as other fields or differently formatted times.
  const plain = { delay: reported, entries: rows.length, evidence: rows.map(wireEntry), seal }
  if (faults.length === 0 && canonical(file.all) !== canonical(plain))
    faults.push('It contains more than its entries.')
  return faults.length > 0 ? not(...faults, changed) : sealed(delay.id, rows, seal, key)
}

const wireEntry = (row: EvidenceRow) => ({
  at: row.at.toISOString(),
  kind: row.kind,
  facts: row.facts,
  previousHash: row.previous_hash,
  hash: row.hash,
})

const before = z.extend(delayEvidence.reply, {
  entries: z.optional(z.number()),
  seal: z.optional(z.string()),
})

function readJson(text: string) {
  try {
    const { data } = JSON.parse(text) as { data: unknown }
    return { ...before.parse(data), all: data }
  } catch {
    return null // not one of our files
  }
}

/** Verifies the table, which must exactly match the one rebuilt from its chain. Null if the text is not evidence. */
export function verifyTable(text: string, key: Buffer | null): Verified | null {
  const table = text.replace(/^\uFEFF/, '')
  if (!table.startsWith('location,ring,radiusMiles,allClearMinutes,number,')) return null
  const lines = readTable(table)
  if (lines === null) return not(changed)
  const [first] = lines
  if (!first) return not(none)
  if (first['facts'] === undefined || first['delayId'] === undefined)
    return not('This table has an older format, which cannot be checked on its own. Check its evidence file.')
  const id = Number(first['delayId'])
  const seal = first['seal'] ?? ''
  try {
    const rows = lines.map((line): EvidenceRow => ({
      delay_id: id,
      number: Number(line['number']),
      at: new Date(line['atUtc'] ?? ''),
      kind: line['kind'] ?? '',
      facts: JSON.parse(line['facts'] ?? ''),
      previous_hash: line['previousHash'] ?? '',
      hash: line['hash'] ?? '',
    }))
    const faults = faultsOf(rows, Number(first['entries']))
    if (faults.length > 0) return not(...faults, changed)
    const reported = retold(id, rows)
    if (reported === null) return older(rows)
    const anew = evidenceTable(
      {
        id,
        location_label: reported.locationLabel,
        ring: reported.ring,
        radius_miles: reported.radiusMiles,
        all_clear_minutes: reported.allClearMinutes,
        simulated: reported.simulated,
      },
      rows,
      seal,
    )
    return anew === table
      ? sealed(id, rows, seal, key)
      : not('Some cells do not follow from the entries.', changed)
  } catch {
    return not(changed) // a time or fact that cannot be parsed was written by someone else
  }
}

function readTable(text: string): Readonly<Record<string, string>>[] | null {
  try {
    const lines = parse(text, { columns: true }) as Record<string, string>[]
    return lines.map(line =>
      Object.fromEntries(Object.entries(line).map(([name, cell]) => [name, textOfCell(cell)])),
    )
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}
