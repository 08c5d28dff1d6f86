import { sql, type Generated, type Selectable } from 'kysely'
import { lightningZoneOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Db, Tx } from '#server/platform/store/index'

export type FiringState = 'pending' | 'delivering' | 'delivered' | 'failed' | 'expired' | 'unknown'

type FiringTable = {
  id: Generated<number>
  customer_id: number
  mapping_id: number
  policy_type: PolicyShortName
  fact: number
  location_name: string
  group_name: string
  site_id: string
  site_name: string
  scenario_id: string
  scenario_name: string
  because: string
  simulated: boolean
  state: FiringState
  attempts: Generated<number>
  created_at: Date
  next_attempt_at: Date
  expires_at: Date
  settled_at: Date | null
  last_error: string | null
  provider_ref: string | null
  leased_by: number | null
  occasion_ended_at: Date | null
}
type Tables = { scenario_firings: FiringTable }
export type FiringRow = Selectable<FiringTable>
export type NewFiring = Omit<
  FiringRow,
  'id' | 'attempts' | 'next_attempt_at' | 'provider_ref' | 'leased_by' | 'occasion_ended_at'
>

const tables = (db: Db) => db.withTables<Tables>()

/** Begins an occasion unless it has already begun: it fires once, from whichever process is first. */
export async function beginOccasion(tx: Tx, firing: NewFiring): Promise<boolean> {
  const open = { provider_ref: null, leased_by: null, occasion_ended_at: null }
  const row = await tables(tx)
    .insertInto('scenario_firings')
    .values({ ...firing, ...open, next_attempt_at: firing.created_at })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the occasions in progress. */
export function openOccasions(db: Db, _scope: 'system'): Promise<FiringRow[]> {
  return tables(db)
    .selectFrom('scenario_firings')
    .selectAll()
    .where('occasion_ended_at', 'is', null)
    .execute()
}

export async function endOccasion(
  tx: Tx,
  _scope: 'system',
  mappingId: number,
  type: PolicyShortName,
  now: Date,
): Promise<void> {
  await sql`
    update scenario_firings set occasion_ended_at = ${now}
    where mapping_id = ${mappingId} and policy_type = ${type} and occasion_ended_at is null`.execute(tx)
}

/**
 * Gives up on requests that were in progress when another process died: they may have triggered, so the result is
 * unknown.
 */
export async function giveUpOnLost(tx: Tx, _scope: 'system', term: number, now: Date): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    update scenario_firings set state = 'unknown', settled_at = ${now}, leased_by = null,
      last_error = 'Skywarden stopped during the request to InformaCast'
    where state = 'delivering' and leased_by is distinct from ${term} returning *`.execute(tx)
  return rows
}

/** Expires firings that are too late, or whose occasion was over before they could be sent. */
export async function expirePending(tx: Tx, _scope: 'system', now: Date): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    update scenario_firings set state = 'expired', settled_at = ${now},
      last_error = coalesce(last_error, 'It was over before it could be sent')
    where state = 'pending' and (expires_at <= ${now} or occasion_ended_at is not null)
    returning *`.execute(tx)
  return rows
}

/** Holds pending firings, so that no one is paged during a rehearsal, nor afterward for what happened during it. */
export async function holdPending(tx: Tx, _scope: 'system', because: string, now: Date): Promise<void> {
  await sql`
    update scenario_firings set state = 'failed', settled_at = ${now}, last_error = ${because}
    where state = 'pending'`.execute(tx)
}

export interface TakeFirings {
  readonly term: number
  readonly now: Date
  /** The customer of each request in progress: one customer whose provider hangs delays no other. */
  readonly busy: readonly number[]
  readonly perCustomer: number
  readonly most: number
}

const lightning = Object.keys(lightningZoneOf)
/** How many requests about lightning may be in progress beside all others. */
const besideOthers = 2

/** Takes due firings, a few per customer, lightning first. */
export async function takeFirings(tx: Tx, _scope: 'system', take: TakeFirings): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    update scenario_firings set state = 'delivering', leased_by = ${take.term}, attempts = attempts + 1
    where state = 'pending' and id in (
      select id from (
        select id, is_lightning, row_number() over (partition by customer_id order by is_lightning desc, id) as turn,
          ${take.perCustomer} - cardinality(array_positions(${take.busy}::bigint[], customer_id)) as free
        from (select *, policy_type = any(${lightning}) as is_lightning from scenario_firings) as due
        where state = 'pending' and next_attempt_at <= ${take.now} and expires_at > ${take.now}
      ) as ranked
      where turn <= free or (is_lightning and turn <= free + ${besideOthers})
      order by is_lightning desc, turn, id limit ${take.most})
    returning *`.execute(tx)
  return rows
}

export interface SettledFiring {
  readonly id: number
  readonly term: number
  readonly state: FiringState
  readonly at: Date
  /** Whether the request was sent: only those count as attempts. */
  readonly isSent: boolean
  readonly error: string | null
  readonly ref: string | null
  readonly nextAttemptAt: Date | null
}

/** Records a firing's result. Returns false if it was no longer ours to record. */
export async function settleFiring(tx: Tx, _scope: 'system', done: SettledFiring): Promise<boolean> {
  const settledAt = done.state === 'pending' ? null : done.at
  const { numAffectedRows } = await sql`
    update scenario_firings set state = ${done.state}, settled_at = ${settledAt}, last_error = ${done.error},
      provider_ref = ${done.ref}, leased_by = null, attempts = attempts - ${done.isSent ? 0 : 1},
      next_attempt_at = coalesce(${done.nextAttemptAt}::timestamptz, next_attempt_at)
    where id = ${done.id} and (
      (state = 'delivering' and leased_by = ${done.term})
      -- Given up on by the next process, and yet an answer came.
      or (state = 'unknown' and ${done.state} = 'delivered'))`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Pauses a customer's pending firings, because the provider asked for fewer requests. */
export async function postponePending(tx: Tx, customerId: number, until: Date): Promise<void> {
  await sql`
    update scenario_firings set next_attempt_at = greatest(next_attempt_at, ${until}::timestamptz)
    where customer_id = ${customerId} and state = 'pending'`.execute(tx)
}

export async function listFirings(
  db: Db,
  customerId: number,
  page: { readonly before: number | undefined; readonly count: number },
): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    select * from scenario_firings where customer_id = ${customerId}
      and (${page.before ?? null}::bigint is null or id < ${page.before ?? null}::bigint)
    order by id desc limit ${page.count}`.execute(db)
  return rows
}

export async function deleteFiringsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await sql`
    delete from scenario_firings where created_at < ${before} and occasion_ended_at is not null`.execute(db)
}
