import { sql, type Generated, type Selectable } from 'kysely'
import type { Db, Scope, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'

type DelayTable = {
  id: Generated<number>
  customer_id: number
  user_id: string
  location_id: number
  location_label: string
  ring: number
  radius_miles: number
  all_clear_minutes: number
  opened_at: Date
  ends_at: Date
  closed_at: Date | null
  strikes: number
  /** Opened by lightning that never was. */
  simulated: boolean
}
type EvidenceTable = {
  delay_id: number
  number: number
  at: Date
  kind: string
  facts: unknown
  previous_hash: string
  hash: string
}
type Tables = {
  delays: DelayTable
  delay_evidence: EvidenceTable
}
export type DelayRow = Selectable<DelayTable>
export type EvidenceRow = Selectable<EvidenceTable>

const tables = (db: Db) => db.withTables<Tables>()

// Delays and what they rest on

/** Whether delays of simulated weather are wanted as well. */
type Kinds = Pick<Sources, 'simulated'>

export function openDelays(db: Db, _scope: 'system'): Promise<DelayRow[]> {
  return tables(db).selectFrom('delays').selectAll().where('closed_at', 'is', null).execute()
}

/** Opens a delay. A ring that has one already is refused by the database. */
export function insertDelay(tx: Tx, delay: Omit<DelayRow, 'id' | 'closed_at'>): Promise<DelayRow> {
  return tables(tx)
    .insertInto('delays')
    .values({ ...delay, closed_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function extendDelay(
  tx: Tx,
  _scope: 'system',
  id: number,
  endsAt: Date,
  more: number,
): Promise<void> {
  await tables(tx)
    .updateTable('delays')
    .set({ ends_at: endsAt, strikes: sql`strikes + ${more}` })
    .where('id', '=', id)
    .execute()
}

export async function closeDelay(tx: Tx, _scope: 'system', id: number, at: Date): Promise<void> {
  await tables(tx).updateTable('delays').set({ closed_at: at }).where('id', '=', id).execute()
}

export async function lastEvidence(tx: Tx, delayId: number) {
  return tables(tx)
    .selectFrom('delay_evidence')
    .select(['number', 'hash', 'kind'])
    .where('delay_id', '=', delayId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertEvidence(tx: Tx, rows: readonly EvidenceRow[]): Promise<void> {
  await tables(tx)
    .insertInto('delay_evidence')
    .values(rows.map(row => ({ ...row, facts: JSON.stringify(row.facts) })))
    .execute()
}

export function listDelays(
  db: Db,
  scope: Scope,
  of: { userId?: string; locationId: number },
  page: { before?: number | undefined; count: number },
  kinds: Kinds,
): Promise<DelayRow[]> {
  let query = tables(db).selectFrom('delays').selectAll().where('location_id', '=', of.locationId)
  if (!kinds.simulated) query = query.where('simulated', '=', false)
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (of.userId !== undefined) query = query.where('user_id', '=', of.userId)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.orderBy('id', 'desc').limit(page.count).execute()
}

interface DelaysOf extends Kinds {
  readonly locationId: number
  readonly from: Date
  readonly to: Date
}

/** The delays of a location that ran between two instants, oldest first, and of one storm the nearest ring first. */
export function listDelaysBetween(db: Db, customerId: number, of: DelaysOf): Promise<DelayRow[]> {
  return ranBetween(db, customerId, of)
    .selectAll()
    .orderBy('opened_at')
    .orderBy('ring')
    .orderBy('id')
    .execute()
}

function ranBetween(db: Db, customerId: number, { locationId, from, to, simulated }: DelaysOf) {
  const delays = tables(db).selectFrom('delays')
  return (simulated ? delays : delays.where('simulated', '=', false))
    .where('customer_id', '=', customerId)
    .where('location_id', '=', locationId)
    .where('opened_at', '<=', to)
    .where(eb => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>', from)]))
}

export interface StrikeTimes {
  readonly delay_id: number
  /** As the evidence has them, in UTC; null for a delay that was taken up without its strikes. */
  readonly first: string | null
  readonly last: string | null
}

/** When the first and the last strike of each of these delays was. */
export function listStrikeTimes(db: Db, customerId: number, of: DelaysOf): Promise<StrikeTimes[]> {
  // The strike that opened a delay stands one level deeper. Times of one form sort as texts do.
  const time = sql<string | null>`coalesce(facts -> 'strike' ->> 'time', facts ->> 'time')`
  return tables(db)
    .selectFrom('delay_evidence')
    .where('delay_id', 'in', ranBetween(db, customerId, of).select('id'))
    .where('kind', 'in', ['opened', 'extended'])
    .select([
      'delay_id',
      sql<string | null>`min(${time})`.as('first'),
      sql<string | null>`max(${time})`.as('last'),
    ])
    .groupBy('delay_id')
    .execute()
}

export function findDelay(db: Db, scope: Scope, id: number, kinds: Kinds): Promise<DelayRow | undefined> {
  let query = tables(db).selectFrom('delays').selectAll().where('id', '=', id)
  if (!kinds.simulated) query = query.where('simulated', '=', false)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).executeTakeFirst()
}

/** Delays by their ids, whatever weather they are of. */
export async function findDelays(db: Db, _scope: 'system', ids: readonly number[]): Promise<DelayRow[]> {
  return ids.length === 0 ? [] : tables(db).selectFrom('delays').selectAll().where('id', 'in', ids).execute()
}

/** Delays that had ended when a strike was reported from before their end, by the delay that it opened. */
export async function delaysEndedTooSoon(
  db: Db,
  _scope: 'system',
  openedIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (openedIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('delays as opened')
    .innerJoin('delays as ended', join =>
      join
        .onRef('ended.location_id', '=', 'opened.location_id')
        .onRef('ended.ring', '=', 'opened.ring')
        .onRef('ended.id', '<', 'opened.id')
        .onRef('ended.closed_at', '>', 'opened.opened_at'),
    )
    .select(['opened.id as opened', eb => eb.fn.max('ended.id').as('ended')])
    .where('opened.id', 'in', openedIds)
    .groupBy('opened.id')
    .execute()
  return new Map(rows.map(({ opened, ended }) => [opened, ended]))
}

export function listEvidence(db: Db, delayId: number): Promise<EvidenceRow[]> {
  return tables(db)
    .selectFrom('delay_evidence')
    .selectAll()
    .where('delay_id', '=', delayId)
    .orderBy('number')
    .execute()
}
