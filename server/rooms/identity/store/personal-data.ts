import { sql } from 'kysely'
import type { Entry, PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Tx } from '#server/platform/store/index'

/** Whether the person has a password and a second factor, and since when, but never the secrets themselves. */
export async function signInMethodsOf(db: Db, { id }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select 'password' as kind, changed_at as since, null::bigint as "recoveryCodesLeft"
    from passwords where user_id = ${id}
    union all
    select 'two-step verification', confirmed_at,
      (select count(*) from recovery_codes where user_id = ${id} and used_at is null)
    from second_factors where user_id = ${id} and confirmed_at is not null`.execute(db)
  return [...rows, ...(await passkeysOf(db, id))]
}

async function passkeysOf(db: Db, userId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select 'passkey' as kind, name, created_at as since, last_used_at as "lastUsed"
    from passkeys where user_id = ${userId} order by id`.execute(db)
  return rows
}

/** Open sessions, and ended sessions that are still on record. Their IDs are not included: tokens carry them. */
export async function sessionsOf(db: Db, { id }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select to_timestamp((payload->>'loginTs')::bigint) as started, expires_at as expires
    from oidc_records where model = 'Session' and account_id = ${id} order by expires_at`.execute(db)
  return rows
}

interface Page {
  readonly after: number
  readonly count: number
}

export async function signInEventsOf(db: Db, { id }: PersonOfCustomer, page: Page) {
  const { rows } = await sql<{ id: number }>`
    select id, at, kind, method, uses_passkey as "usesPasskey", address, device from sign_in_events
    where user_id = ${id} and id > ${page.after} order by id limit ${page.count}`.execute(db)
  return rows
}

/**
 * When and why support staff accessed the account, without their names, which the person may not be allowed to know.
 */
export async function supportAccessTo(db: Db, { id }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select started_at as started, ended_at as ended, reason from impersonations
    where user_id = ${id} order by started_at`.execute(db)
  return rows
}

/** Deletes what the sign-in page stores besides sessions: unfinished sign-ins name the account in their content. */
export async function deleteSignInRecordsOf(tx: Tx, { id }: PersonOfCustomer): Promise<void> {
  await sql`
    delete from oidc_records
    where account_id = ${id} or (model = 'Interaction' and payload::text like ${`%${id}%`})`.execute(tx)
  await sql`delete from passkey_challenges where bound_to = ${id}`.execute(tx)
}

/** Deletes sessions that were renewed while their person was being deleted. */
export async function deleteStraySessions(db: Db, _scope: 'system', most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from oidc_records where (model, id) in (
      select model, id from oidc_records
      where account_id is not null
        and not exists (select from users where users.id::text = oidc_records.account_id)
      limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteOldSignIns(
  db: Db,
  customerId: number,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_in_events where id in (
      select sign_in_events.id from sign_in_events join users on users.id = sign_in_events.user_id
      where users.customer_id = ${customerId} and at < now() - make_interval(days => ${days})
      limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
