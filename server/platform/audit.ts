import { createHash } from 'node:crypto'
import { sql, type Generated, type Insertable, type Selectable } from 'kysely'
import { asStored, canonical, storableText } from '#server/platform/canonical'
import { chainKeyOf, codeOf } from '#server/platform/chain-key'
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
  /** The position in its chain; null, like `mac`, for entries from versions without a key. */
  number: number | null
  mac: string | null
}
type Tables = { audit_log: AuditTable }
export const auditTables = (db: Db) => db.withTables<Tables>()
export type AuditRow = Selectable<AuditTable>

/** One action: who did what to which target, and what changed. Leave secrets out of `before` and `after`. */
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

type Chained = Omit<Insertable<AuditTable>, 'id' | 'hash' | 'number' | 'mac'>

/** Returns the hash, which anyone can compute: without a key the chain can be checked, but proves nothing. */
export function hashOfEntry(row: Chained): string {
  const { at, ...rest } = row
  return createHash('sha256')
    .update(canonical({ ...rest, at: at.toISOString() }))
    .digest('hex')
}

const chainOf = (customerId: number | null) => (customerId === null ? 'house' : `customer:${customerId}`)
export const firstHash = '0'.repeat(64)

/** Passes jsonb as text, because the driver would turn arrays into PostgreSQL arrays. */
const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Returns a row of the log before it is linked to the previous one. */
function rowOf(act: AuditEntry, chain: string, now: Date): Omit<Chained, 'previous_hash'> {
  const person = act.by === 'system' ? undefined : act.by
  const behind = person?.impersonator
  return {
    chain,
    at: now,
    customer_id: act.customerId,
    actor_id: behind?.id ?? person?.id ?? null,
    actor: storableText(behind?.fullName ?? person?.fullName ?? 'Skywarden'),
    acting_as_id: behind && person ? person.id : null,
    acting_as: behind && person ? storableText(person.fullName) : null,
    action: storableText(act.action),
    target: storableText(act.target),
    reason: act.reason === undefined ? null : storableText(act.reason),
    before: asStored(act.before),
    after: asStored(act.after),
    request_id: act.requestId === undefined ? null : storableText(act.requestId),
  }
}

/** Writes an action to the log in the action's own transaction: both commit, or neither does. */
export function recordAudit(tx: Tx, act: AuditEntry, now: Date): Promise<void> {
  return recordActs(tx, act.customerId, [act], now)
}

/**
 * Does the same in a database that has not been upgraded yet, where no entry has a code, because a backup can be made
 * before an upgrade.
 */
export async function recordAuditBeforeUpgrade(tx: Tx, act: AuditEntry, now: Date): Promise<void> {
  const { rows } = await linked(tx, act.customerId, [act], now)
  await auditTables(tx).insertInto('audit_log').values(rows).execute()
}

/** Writes many actions of one customer together, in order. */
export async function recordActs(
  tx: Tx,
  customerId: number | null,
  acts: readonly Omit<AuditEntry, 'customerId'>[],
  now: Date,
): Promise<void> {
  if (acts.length === 0) return
  const key = chainKeyOf(tx)
  const { rows, lastId } = await linked(tx, customerId, acts, now)
  const chain = chainOf(customerId)
  const before = await numberOf(tx, chain, lastId)
  const keyed = rows.map((row, index) => {
    const number = before + index + 1
    return { ...row, number, mac: macOf(key, { chain, number, hash: row.hash }) }
  })
  for (const some of batchesOf(keyed)) await auditTables(tx).insertInto('audit_log').values(some).execute()
}

/**
 * Returns actions as rows, each linked to the one before it. Until the transaction ends, no one else appends to this
 * chain.
 */
async function linked(
  tx: Tx,
  customerId: number | null,
  acts: readonly Omit<AuditEntry, 'customerId'>[],
  now: Date,
) {
  const chain = chainOf(customerId)
  await sql`select pg_advisory_xact_lock(hashtext(${`audit ${chain}`}))`.execute(tx)
  const last = await tx
    .withTables<Tables>()
    .selectFrom('audit_log')
    .select(['id', 'hash'])
    .where('chain', '=', chain)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  let previousHash = last?.hash ?? firstHash
  const rows = acts.map(act => {
    const row = { ...rowOf({ ...act, customerId }, chain, now), previous_hash: previousHash }
    previousHash = hashOfEntry(row)
    return { ...row, before: asJson(row.before), after: asJson(row.after), hash: previousHash }
  })
  return { rows, lastId: last?.id ?? null }
}

/**
 * Returns the number of entries in a chain. Entries without a number follow the last one that has one, or begin the
 * chain.
 */
async function numberOf(db: Db, chain: string, lastId: number | null): Promise<number> {
  if (lastId === null) return 0
  const { rows } = await sql<{ entries: number }>`
    with numbered as (
      select id, number from audit_log where chain = ${chain} and number is not null order by id desc limit 1
    )
    select coalesce((select number from numbered), 0)
      + (select count(*) from audit_log
          where chain = ${chain} and id > coalesce((select id from numbered), 0)) as entries`.execute(db)
  return rows[0]?.entries ?? 0
}

/**
 * Adds the hash and the code. The hash covers the entry and all before it. The code proves that this server wrote it,
 * and at which position.
 */
export const macOf = (key: Buffer, entry: { chain: string; number: number; hash: string }): string =>
  codeOf(key, entry)

/** Returns the log, newest first, for one customer or for all of them. */
export async function readActs(
  db: Db,
  scope: Scope,
  page: { before?: number | undefined; count: number },
): Promise<AuditRow[]> {
  let query = auditTables(db).selectFrom('audit_log').selectAll()
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.orderBy('id', 'desc').limit(page.count).execute()
}
