import { sql, type Generated, type Selectable } from 'kysely'
import { anyOf } from '#server/platform/store/any-of'
import { batchesOf } from '#server/platform/store/batches'
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
  /** Whether simulated lightning opened the delay. */
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
  /** The position in the order of all evidence; null for entries from versions without a key, like `mac`. */
  place: number | null
  mac: string | null
}
type Tables = {
  delays: DelayTable
  delay_evidence: EvidenceTable
}
export type DelayRow = Selectable<DelayTable>
/** The columns that anyone can check. The code is only for the operator. */
export type EvidenceRow = Omit<Selectable<EvidenceTable>, 'place' | 'mac'>
/** An entry with its place and code. */
export type KeyedEvidence = Selectable<EvidenceTable>

const tables = (db: Db) => db.withTables<Tables>()

// Delays and their evidence

/** Whether to include delays from simulated weather. */
type Kinds = Pick<Sources, 'simulated'>

export function openDelays(db: Db, _scope: 'system'): Promise<DelayRow[]> {
  return tables(db).selectFrom('delays').selectAll().where('closed_at', 'is', null).execute()
}

export type NewDelay = Omit<DelayRow, 'id' | 'closed_at'>

/** Opens delays. The database rejects a second delay for the same ring. */
export async function insertDelays(tx: Tx, delays: readonly NewDelay[]): Promise<DelayRow[]> {
  const inserted: DelayRow[] = []
  for (const some of batchesOf(delays)) {
    const values = some.map(delay => ({ ...delay, closed_at: null }))
    inserted.push(...(await tables(tx).insertInto('delays').values(values).returningAll().execute()))
  }
  return inserted
}

export interface Extension {
  readonly id: number
  readonly endsAt: Date
  /** The number of additional strikes. */
  readonly more: number
}

export async function extendDelays(
  tx: Tx,
  _scope: 'system',
  extensions: readonly Extension[],
): Promise<void> {
  if (extensions.length === 0) return
  const rows = JSON.stringify(extensions.map(({ id, endsAt, more }) => ({ id, ends_at: endsAt, more })))
  await sql`
    update delays set ends_at = longer.ends_at, strikes = strikes + longer.more
    from json_to_recordset(${rows}::json) as longer(id bigint, ends_at timestamptz, more integer)
    where delays.id = longer.id`.execute(tx)
}

export async function closeDelays(tx: Tx, _scope: 'system', ids: readonly number[], at: Date): Promise<void> {
  for (const some of batchesOf(ids)) {
    await tables(tx).updateTable('delays').set({ closed_at: at }).where('id', 'in', some).execute()
  }
}

export type LastEvidence = Pick<EvidenceRow, 'number' | 'hash' | 'kind'>

/** The last evidence entry of each given delay. */
export async function lastEvidence(
  tx: Tx,
  delayIds: readonly number[],
): Promise<ReadonlyMap<number, LastEvidence>> {
  const last = new Map<number, LastEvidence>()
  for (const some of batchesOf(delayIds)) {
    const rows = await tables(tx)
      .selectFrom('delay_evidence')
      .distinctOn('delay_id')
      .select(['delay_id', 'number', 'hash', 'kind'])
      .where('delay_id', 'in', some)
      .orderBy('delay_id')
      .orderBy('number', 'desc')
      .execute()
    for (const { delay_id: id, ...entry } of rows) last.set(id, entry)
  }
  return last
}

const evidenceColumns = ['delay_id', 'number', 'at', 'kind', 'facts', 'previous_hash', 'hash'] as const

/** The last entry of all evidence. No other process can append entries until the transaction ends. */
export async function lastPlace(tx: Tx): Promise<{ readonly place: number; readonly mac: string }> {
  await sql`select pg_advisory_xact_lock(hashtext('evidence'))`.execute(tx)
  return evidenceHead(tx)
}

export async function evidenceHead(db: Db): Promise<{ readonly place: number; readonly mac: string }> {
  const last = await tables(db)
    .selectFrom('delay_evidence')
    .select(['place', 'mac'])
    .where('place', 'is not', null)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { place: last?.place ?? 0, mac: last?.mac ?? '' }
}

export async function insertEvidence(tx: Tx, rows: readonly KeyedEvidence[]): Promise<void> {
  for (const some of batchesOf(rows)) {
    const values = some.map(row => ({ ...row, facts: JSON.stringify(row.facts) }))
    await tables(tx).insertInto('delay_evidence').values(values).execute()
  }
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

/** A location's delays between two times, oldest first; within one storm, the nearest ring first. */
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
  /** In UTC, as in the evidence; null for a delay that began without its strikes. */
  readonly first: string | null
  readonly last: string | null
}

/** The times of the first and last strike of each of these delays. */
export function listStrikeTimes(db: Db, customerId: number, of: DelaysOf): Promise<StrikeTimes[]> {
  // The strike that opened a delay is nested one level deeper. Times in this format sort correctly as text.
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

/** Delays by id, from real or simulated weather. */
export async function findDelays(db: Db, _scope: 'system', ids: readonly number[]): Promise<DelayRow[]> {
  return ids.length === 0
    ? []
    : tables(db).selectFrom('delays').selectAll().where('id', '=', anyOf(ids, 'bigint')).execute()
}

/**
 * Delays that had already ended when a strike from before their end was reported, keyed by the delay that the strike
 * opened.
 */
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
    .where('opened.id', '=', anyOf(openedIds, 'bigint'))
    .groupBy('opened.id')
    .execute()
  return new Map(rows.map(({ opened, ended }) => [opened, ended]))
}

export function listEvidence(db: Db, delayId: number): Promise<EvidenceRow[]> {
  return tables(db)
    .selectFrom('delay_evidence')
    .select(evidenceColumns)
    .where('delay_id', '=', delayId)
    .orderBy('number')
    .execute()
}

const entriesPerPage = 5000

/** All entries of all delays, delay by delay. */
export async function* allEvidence(db: Db, _scope: 'system'): AsyncGenerator<KeyedEvidence[]> {
  for (let [delayId, number] = [0, 0]; ;) {
    const rows = await tables(db)
      .selectFrom('delay_evidence')
      .selectAll()
      .where(sql<boolean>`(delay_id, number) > (${delayId}, ${number})`)
      .orderBy('delay_id')
      .orderBy('number')
      .limit(entriesPerPage)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    ;[delayId, number] = [last.delay_id, last.number]
  }
}

export type PlacedEvidence = Pick<KeyedEvidence, 'delay_id' | 'number' | 'hash' | 'place' | 'mac'>

/** All entries that have a place, in the order in which they were written. */
export async function* placedEvidence(db: Db, _scope: 'system'): AsyncGenerator<PlacedEvidence[]> {
  for (let [place, delayId, number] = [0, 0, 0]; ;) {
    const rows = await tables(db)
      .selectFrom('delay_evidence')
      .select(['delay_id', 'number', 'hash', 'place', 'mac'])
      .where('place', 'is not', null)
      .where(sql<boolean>`(place, delay_id, number) > (${place}, ${delayId}, ${number})`)
      .orderBy('place')
      .orderBy('delay_id')
      .orderBy('number')
      .limit(entriesPerPage)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    ;[place, delayId, number] = [last.place ?? 0, last.delay_id, last.number]
  }
}
