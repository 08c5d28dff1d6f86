import { CompiledQuery, sql } from 'kysely'
import type { PersonOfCustomer } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'

/** The person whose key it is, and the call that it is for. */
export interface KeyName {
  readonly customerId: number
  readonly asker: string
  readonly call: string
  readonly key: string
}

/** A key as it is stored. */
export interface KeyRow {
  readonly request: string
  readonly is_begun: boolean
  readonly is_reserved: boolean
  readonly status: number | null
  readonly sealed_answer: string | null
}

/** Longer than any action takes. A slower request finds that another has taken over its key, and does nothing. */
const reservedFor = sql.lit('30 seconds')
const keptFor = sql.lit('24 hours')

const named = ({ customerId, asker, call, key }: KeyName) =>
  sql`customer_id = ${customerId} and asker = ${asker} and call = ${call} and key = ${key}`

/**
 * Reserves a key: a new one, an expired one, or one whose owner left without a result. Returns the attempt number, or
 * undefined if another request holds the key.
 */
export async function reserveKey(db: Db, name: KeyName, request: string): Promise<number | undefined> {
  const { customerId, asker, call, key } = name
  const { rows } = await sql<{ attempt: number }>`
    insert into idempotency_keys as known (customer_id, asker, call, key, request, reserved_until, created_at)
    values (${customerId}, ${asker}, ${call}, ${key}, ${request}, now() + ${reservedFor}::interval, now())
    on conflict (customer_id, asker, call, key) do update
    set request = excluded.request, attempt = excluded.attempt, reserved_until = excluded.reserved_until,
      is_begun = false, status = null, sealed_answer = null, created_at = excluded.created_at
    where known.created_at < now() - ${keptFor}::interval
      or (known.request = excluded.request and known.status is null and not known.is_begun
        and known.reserved_until < now())
    returning attempt`.execute(db)
  return rows[0]?.attempt
}

export async function findKey(db: Db, name: KeyName): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select request, is_begun, reserved_until >= now() as is_reserved, status, sealed_answer
    from idempotency_keys where ${named(name)}`.execute(db)
  return rows[0]
}

/** Returns the first statement of a transaction, which changes nothing if the key was taken over. */
export function beginQuery(name: KeyName, attempt: number): CompiledQuery {
  return CompiledQuery.raw(
    `update idempotency_keys set is_begun = true
     where customer_id = $1 and asker = $2 and call = $3 and key = $4 and attempt = $5
     returning attempt`,
    [name.customerId, name.asker, name.call, name.key, attempt],
  )
}

export async function keepAnswer(
  db: Db,
  name: KeyName,
  attempt: number,
  answer: { readonly status: number; readonly sealed: string | null },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${answer.status}, sealed_answer = ${answer.sealed}
    where ${named(name)} and attempt = ${attempt}`.execute(db)
}

/**
 * Releases a key after a failure. If nothing was done the key becomes free; if something was, retries learn that
 * without waiting.
 */
export async function releaseKey(db: Db, name: KeyName, attempt: number): Promise<void> {
  await sql`
    delete from idempotency_keys where ${named(name)} and attempt = ${attempt} and not is_begun`.execute(db)
  await sql`
    update idempotency_keys set reserved_until = now() where ${named(name)} and attempt = ${attempt}`.execute(
    db,
  )
}

/** Deletes the oldest of a person's answered keys and leaves this many. */
export async function deleteOldestKeys(db: Db, { customerId, asker }: KeyName, left: number): Promise<void> {
  const own = sql`customer_id = ${customerId} and asker = ${asker}`
  await sql`
    delete from idempotency_keys where ${own} and status is not null and created_at < (
      select created_at from idempotency_keys where ${own} order by created_at desc offset ${left} limit 1
    )`.execute(db)
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - ${keptFor}::interval`.execute(db)
}

/** Deletes the replies that are stored for a person, or for support staff acting as them. */
export async function deleteKeysOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<void> {
  await sql`
    delete from idempotency_keys where customer_id = ${customerId} and asker like ${`%${id}%`}`.execute(db)
}
