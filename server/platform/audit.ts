import { createHash } from 'node:crypto'
import { sql, type Generated, type Insertable, type Selectable } from 'kysely'
import { canonical } from '#server/platform/canonical'
import type { Caller } from '#server/platform/http/caller'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type AuditTable = {
  id: Generated<number>
  chain: string
  at: Date
  customer_id: number | null
  actor_id: string | null
  actor: string
  acting_as_id: string | null
  acting_as: string | null
  action: string
  target: string
  reason: string | null
  before: unknown
  after: unknown
  request_id: string | null
  previous_hash: string
  hash: string
}
type Tables = { audit_log: AuditTable }
export type AuditRow = Selectable<AuditTable>

/** One act: who did what to what, and what it changed. Leave secrets out of `before` and `after`. */
export interface AuditEntry {
  readonly by: Caller | 'system'
  readonly customerId: number | null
  readonly action: string
  readonly target: string
  readonly reason?: string
  readonly before?: unknown
  readonly after?: unknown
  readonly requestId?: string
}

type Chained = Omit<Insertable<AuditTable>, 'id' | 'hash'>

function hashOf(row: Chained): string {
  const { at, ...rest } = row
  return createHash('sha256')
    .update(canonical({ ...rest, at: at.toISOString() }))
    .digest('hex')
}

const chainOf = (customerId: number | null) => (customerId === null ? 'house' : `customer:${customerId}`)
const firstHash = '0'.repeat(64)

/** Jsonb as text, because the driver would turn arrays into PostgreSQL arrays. */
const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
const asStored = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

/** A row of the log before it is linked to the previous one. */
function rowOf(act: AuditEntry, chain: string, now: Date): Omit<Chained, 'previous_hash'> {
  const person = act.by === 'system' ? undefined : act.by
  const behind = person?.impersonator
  return {
    chain,
    at: now,
    customer_id: act.customerId,
    actor_id: behind?.id ?? person?.id ?? null,
    actor: behind?.fullName ?? person?.fullName ?? 'Skywarden',
    acting_as_id: behind && person ? person.id : null,
    acting_as: behind && person ? person.fullName : null,
    action: act.action,
    target: act.target,
    reason: act.reason ?? null,
    before: asStored(act.before),
    after: asStored(act.after),
    request_id: act.requestId ?? null,
  }
}

/** Writes an act to the log in the act's own transaction: both commit, or neither does. */
export function recordAudit(tx: Tx, act: AuditEntry, now: Date): Promise<void> {
  return recordActs(tx, act.customerId, [act], now)
}

/** Writes many acts of one customer at once, in order. */
export async function recordActs(
  tx: Tx,
  customerId: number | null,
  acts: readonly Omit<AuditEntry, 'customerId'>[],
  now: Date,
): Promise<void> {
  if (acts.length === 0) return
  const db = tx.withTables<Tables>()
  const chain = chainOf(customerId)
  await sql`select pg_advisory_xact_lock(hashtext(${`audit ${chain}`}))`.execute(tx)
  const last = await db
    .selectFrom('audit_log')
    .select('hash')
    .where('chain', '=', chain)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  let previousHash = last?.hash ?? firstHash
  const rows = acts.map(act => {
    const row = { ...rowOf({ ...act, customerId }, chain, now), previous_hash: previousHash }
    previousHash = hashOf(row)
    return { ...row, before: asJson(act.before), after: asJson(act.after), hash: previousHash }
  })
  for (const some of batchesOf(rows)) await db.insertInto('audit_log').values(some).execute()
}

/** Returns the log, newest first, for one customer or for all of them. */
export async function readActs(
  db: Db,
  scope: Scope,
  page: { before?: number | undefined; count: number },
): Promise<AuditRow[]> {
  let query = db.withTables<Tables>().selectFrom('audit_log').selectAll()
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.orderBy('id', 'desc').limit(page.count).execute()
}

export interface ChainFault {
  readonly chain: string
  readonly id: number
}

/** Returns every row that does not follow from the one before it. An untouched log has none. */
export async function verifyChains(db: Db): Promise<{ rows: number; faults: ChainFault[] }> {
  const rows = await db.withTables<Tables>().selectFrom('audit_log').selectAll().orderBy('id').execute()
  const heads = new Map<string, string>()
  const faults: ChainFault[] = []
  for (const row of rows) {
    const { id, hash, ...chained } = row
    const expected = heads.get(row.chain) ?? firstHash
    if (row.previous_hash !== expected || hashOf(chained) !== hash) faults.push({ chain: row.chain, id })
    heads.set(row.chain, hash)
  }
  return { rows: rows.length, faults }
}
