import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyableForMs } from '#server/house/keyed-entries'
import { readAnchorLines, readHead } from '#server/platform/anchor-lines'
import { chainKeyOf, type ChainHead, type Unkeyed } from '#server/platform/chain-key'
import { hourMs } from '#server/platform/clock'
import { openSecrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { findKeyedFrom, verifyChains, type ChainFault, type KeyedFrom } from '#server/platform/verify-audit'
import { sealPurpose, verifyAllEvidence, verifyJson, verifyTable } from '#server/rooms/lightning/index'
import { WrongUse, type AdminCommand, type Arguments, type Surroundings } from './command.ts'

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongUse(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
}

const options = {
  head: 'A recorded end, as CHAIN:ENTRIES:HEAD in the log or /metrics; separate several with commas',
  anchor: 'A file with recorded ends; by default the one at AUDIT_ANCHOR',
}

interface Anchored {
  readonly heads: readonly ChainHead[]
  readonly faults: readonly string[]
}

/** The chain ends recorded where people who can write to the database cannot reach them. */
function anchoredOf(given: Arguments, { config }: Surroundings, key: Buffer): Anchored {
  const typed = (given.option('head') ?? '').split(',').filter(text => text !== '')
  const heads = typed.map(text => {
    const head = readHead(text)
    if (!head)
      throw new WrongUse(
        `'${text}' is not a recorded end. A recorded end looks like house:12:0f3c5a7e9b1d, with 12 digits or more.`,
      )
    return head
  })
  const place = config.auditAnchor
  const ours = place?.kind === 'file' && existsSync(place.path) ? place.path : undefined
  const file = given.option('anchor') ?? ours
  if (file === undefined) return { heads, faults: [] }
  const read = readAnchorLines(readText(file), key)
  return {
    heads: [...heads, ...read.heads],
    faults: read.foreign.map(line => `Line ${line} of ${file} was not written by this server.`),
  }
}

const faultInWords = ({ chain, id, because }: ChainFault) =>
  id === null ? `${chain}: ${because}.` : `Row ${id} of ${chain}: ${because}.`

/** The maximum time that an upgraded server may take to record which entries have no code. */
const beginsWithinMs = 2 * hourMs

/** Whether the entries without a code are exactly those from before codes existed. */
async function unkeyedFaults(
  db: Db,
  unkeyed: Unkeyed,
  keyedFrom: KeyedFrom | null,
  of: keyof KeyedFrom,
  now: Date,
): Promise<string[]> {
  if (keyedFrom === null) {
    if ((await keyableForMs(db, now)) < beginsWithinMs) return []
    return [
      'The entry that marks where codes begin is missing. It was removed, or the server has not run ' +
        'for an hour since its upgrade.',
    ]
  }
  const then = keyedFrom[of]
  if (then.entries === unkeyed.entries && then.digest === unkeyed.digest) return []
  return [
    `${counted(unkeyed.entries, 'entry has', 'entries have')} no code, and ${then.entries} had none when codes began: some were added, changed ` +
      "or removed without this server's key, or an older version was still running more than an hour after the upgrade.",
  ]
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const anchorNote = ({ heads }: Anchored) =>
  heads.length > 0 ? [`${heads.length} recorded ends were compared.`] : []

const verifyAudit: AdminCommand = {
  name: 'verify-audit',
  takes: '[--head CHAIN:ENTRIES:HEAD] [--anchor FILE]',
  does: 'Checks that no row of the audit log was changed, removed or forged, and that no chain is shorter than its recorded end.',
  words: [],
  options,
  async run(given, surroundings) {
    const { db } = await surroundings.store()
    const anchored = anchoredOf(given, surroundings, chainKeyOf(db))
    const heads = anchored.heads.filter(({ chain }) => chain !== 'evidence')
    const { rows, faults, unkeyed, keyedFrom } = await verifyChains(db, heads)
    const lines = [
      ...anchored.faults,
      ...faults.map(faultInWords),
      ...(await unkeyedFaults(db, unkeyed, keyedFrom, 'audit', surroundings.clock.now())),
    ]
    for (const line of [...lines, ...anchorNote(anchored)]) surroundings.print(line)
    surroundings.print(
      lines.length === 0
        ? `All ${rows} rows are intact.`
        : `The audit log was changed: ${counted(lines.length, 'fault', 'faults')} in ${rows} rows.`,
    )
    return lines.length === 0
  },
}

/** The key that this server seals evidence with; null if there is none. Does not create one. */
function houseKey(config: Surroundings['config']): Buffer | null {
  if (!config.secret && !existsSync(join(config.dataDir, 'secret.key'))) return null
  return openSecrets(config, undefined).keyFor(sealPurpose)
}

function verifyEvidenceFile(file: string, { print, config }: Surroundings): boolean {
  const text = readText(file)
  const key = houseKey(config)
  const found = verifyTable(text, key) ?? verifyJson(text, key)
  if (!found) throw new WrongUse(`${file} is not a delay's evidence, as downloaded from 'Past delays'.`)
  for (const line of found.lines) print(line)
  return found.isWhole
}

async function verifyStoredEvidence(given: Arguments, surroundings: Surroundings): Promise<boolean> {
  const { db } = await surroundings.store()
  const anchored = anchoredOf(given, surroundings, chainKeyOf(db))
  const { entries, delays, faults, unkeyed } = await verifyAllEvidence(db, anchored.heads)
  const keyedFrom = await findKeyedFrom(db)
  const lines = [
    ...anchored.faults,
    ...faults.map(({ chain, because }) => `${chain}: ${because}.`),
    ...(await unkeyedFaults(db, unkeyed, keyedFrom, 'evidence', surroundings.clock.now())),
  ]
  for (const line of [...lines, ...anchorNote(anchored)]) surroundings.print(line)
  surroundings.print(
    lines.length === 0
      ? `All ${entries} entries of ${delays} delays are intact.`
      : `The evidence was changed: ${counted(lines.length, 'fault', 'faults')} in ${entries} entries.`,
  )
  return lines.length === 0
}

const verifyEvidence: AdminCommand = {
  name: 'verify-evidence',
  takes: 'FILE',
  otherForms: ['[--head evidence:ENTRIES:HEAD] [--anchor FILE]'],
  does: "Checks the evidence of a delay, as downloaded from 'Past delays', without a database. Without a file, checks the evidence of all delays in the database, and that none was removed since its end was recorded.",
  words: ['a file name'],
  spareWords: 1,
  options,
  async run(given, surroundings) {
    const [file] = given.words
    return file === undefined
      ? verifyStoredEvidence(given, surroundings)
      : verifyEvidenceFile(file, surroundings)
  },
}

export const proofCommands = [verifyAudit, verifyEvidence]
