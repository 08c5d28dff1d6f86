import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import { auditTables, firstHash, hashOfEntry, macOf, type AuditRow } from '#server/platform/audit'
import { chainKeyOf, type ChainHead, type Unkeyed } from '#server/platform/chain-key'
import type { Db } from '#server/platform/store/index'
import { readSnapshot } from '#server/platform/store/snapshot'

export interface ChainFault {
  readonly chain: string
  /** The affected row; null if it is missing. */
  readonly id: number | null
  readonly because: string
}

export interface VerifiedChains {
  readonly rows: number
  readonly faults: ChainFault[]
  readonly unkeyed: Unkeyed
  readonly keyedFrom: KeyedFrom | null
}

/**
 * The content of the entry with which keyed entries began. It counts all entries without a code, so none can be added
 * later.
 */
export interface KeyedFrom {
  readonly audit: Unkeyed
  readonly evidence: Unkeyed
}
export const keyedFromAction = 'keyed entries began'

const rowsPerPage = 5000

async function* pages(db: Db): AsyncGenerator<AuditRow[]> {
  for (let after = 0; ;) {
    const rows = await auditTables(db)
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsPerPage)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

class UnkeyedCount {
  #entries = 0
  readonly #hash: Hash = createHash('sha256')

  add({ id, hash }: Pick<AuditRow, 'id' | 'hash'>) {
    this.#entries++
    this.#hash.update(`${id} ${hash}\n`)
  }

  end(): Unkeyed {
    return { entries: this.#entries, digest: this.#hash.digest('hex') }
  }
}

/** Returns all entries without a code. */
export function unkeyedActs(db: Db): Promise<Unkeyed> {
  return readSnapshot(db, async tx => {
    const count = new UnkeyedCount()
    for await (const rows of pages(tx)) for (const row of rows) if (row.mac === null) count.add(row)
    return count.end()
  })
}

/** Returns the content of the entry with which keyed entries began; null if this server wrote none. */
export async function findKeyedFrom(db: Db): Promise<KeyedFrom | null> {
  const key = chainKeyOf(db)
  const rows = await auditTables(db)
    .selectFrom('audit_log')
    .selectAll()
    .where('chain', '=', 'house')
    .where('action', '=', keyedFromAction)
    .orderBy('id')
    .execute()
  const first = rows.find(row => {
    const { id: _, hash, number, mac, ...chained } = row
    if (number === null || hashOfEntry(chained) !== hash || !isKeyedFrom(row.after)) return false
    return macOf(key, { chain: 'house', number, hash }) === mac
  })
  return first ? (first.after as KeyedFrom) : null
}

/** Returns the last entry of each chain. */
export async function auditHeads(db: Db): Promise<ChainHead[]> {
  // The query steps from chain to chain in the index, because the log is long and its chains are few.
  const { rows } = await sql<{ chain: string; entries: number; head: string }>`
    with recursive chains as (
      (select chain from audit_log order by chain limit 1)
      union all
      select (select chain from audit_log where chain > chains.chain order by chain limit 1)
      from chains where chains.chain is not null
    )
    select chains.chain, last.hash as head, coalesce(last.number, (
      select count(*) from audit_log counted where counted.chain = chains.chain
    )) as entries
    from chains cross join lateral (
      select number, hash from audit_log
      where audit_log.chain = chains.chain order by id desc limit 1
    ) as last
    where chains.chain is not null`.execute(db)
  return rows
}

interface Walk {
  readonly hash: string
  readonly number: number
}
const beginning: Walk = { hash: firstHash, number: 0 }

function faultOf(row: AuditRow, before: Walk, key: Buffer): string | null {
  const { id: _, hash, number, mac, ...chained } = row
  if (row.previous_hash !== before.hash) return 'it does not follow from the one before it'
  if (hashOfEntry(chained) !== hash) return 'it was changed'
  if (mac === null) return number === null ? null : 'it was changed'
  if (number !== before.number + 1) return 'it is out of place'
  if (macOf(key, { chain: row.chain, number, hash }) !== mac)
    return "it was not written with this server's key"
  return null
}

function isKeyedFrom(value: unknown): value is KeyedFrom {
  const isUnkeyed = (part: unknown) =>
    typeof (part as Unkeyed | undefined)?.entries === 'number' &&
    typeof (part as Unkeyed | undefined)?.digest === 'string'
  const { audit, evidence } = (value ?? {}) as Partial<KeyedFrom>
  return isUnkeyed(audit) && isUnkeyed(evidence)
}

/**
 * Finds every row that does not follow from the one before it, or that has a wrong code, and every anchored head that
 * is not where it was.
 */
export async function verifyChains(db: Db, anchored: readonly ChainHead[] = []): Promise<VerifiedChains> {
  const key = chainKeyOf(db)
  const wanted = Map.groupBy(anchored, ({ chain, entries }) => `${chain} ${entries}`)
  const walks = new Map<string, Walk>()
  const faults: ChainFault[] = []
  const unkeyed = new UnkeyedCount()
  let keyedFrom: KeyedFrom | null = null
  let count = 0
  for await (const rows of pages(db)) {
    for (const row of rows) {
      const { id, chain, hash } = row
      const before = walks.get(chain) ?? beginning
      const because = faultOf(row, before, key)
      if (because !== null) faults.push({ chain, id, because })
      if (row.mac === null) unkeyed.add(row)
      else if (
        chain === 'house' &&
        row.action === keyedFromAction &&
        because === null &&
        isKeyedFrom(row.after)
      )
        keyedFrom ??= row.after
      const number = row.number ?? before.number + 1
      walks.set(chain, { hash, number })
      const other = wanted.get(`${chain} ${number}`)?.find(({ head }) => !hash.startsWith(head))
      if (other)
        faults.push({ chain, id, because: `it is not the entry that was anchored as number ${number}` })
    }
    count += rows.length
  }
  return { rows: count, faults: [...faults, ...cutOff(walks, anchored)], unkeyed: unkeyed.end(), keyedFrom }
}

/** Returns the chains that are shorter than their anchored ends say, once each. */
export function cutOff(
  walks: ReadonlyMap<string, { readonly number: number }>,
  anchored: readonly ChainHead[],
): ChainFault[] {
  return [...Map.groupBy(anchored, ({ chain }) => chain)].flatMap(([chain, heads]) => {
    const there = walks.get(chain)?.number ?? 0
    const most = Math.max(...heads.map(({ entries }) => entries))
    if (there >= most) return []
    const because = `only ${there} of the ${most} anchored entries are left: its end was cut off`
    return { chain, id: null, because }
  })
}
