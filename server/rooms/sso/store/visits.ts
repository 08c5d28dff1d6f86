import { sql, type ColumnType, type Generated, type Selectable } from 'kysely'
import type { Asserted } from '#domain/access/single-sign-on'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type Tables = {
  sso_requests: {
    id: string
    customer_id: number
    config_version: number
    purpose: 'sign-in' | 'try'
    interaction: string | null
    nonce: string | null
    sealed_verifier: string | null
    created_at: Date
    expires_at: Date
    answered_at: Date | null
    asserted: ColumnType<StoredAssertion | null, string | null, string | null>
    finished_at: Date | null
    /** How many responses have arrived. */
    responses: Generated<number>
    /** When the first response was refused, if that is in the audit log. */
    refused_at: Date | null
  }
  sso_assertions: { customer_id: number; assertion_hash: string; expires_at: Date }
  sso_attempts: {
    id: Generated<number>
    customer_id: number
    at: Date
    email: string | null
    /** The account to which the visit led. */
    user_id: string | null
    is_trial: boolean
    is_let_in: boolean
    because: string
  }
}

export interface StoredAssertion extends Asserted {
  readonly provider: string
}
export type RequestRow = Selectable<Tables['sso_requests']>
export type AttemptRow = Selectable<Tables['sso_attempts']>

const tables = (db: Db) => db.withTables<Tables>()

// Visits to the provider

type NewRequest = Omit<RequestRow, 'answered_at' | 'asserted' | 'finished_at' | 'responses' | 'refused_at'>

export async function insertRequest(db: Db, row: NewRequest): Promise<void> {
  await tables(db)
    .insertInto('sso_requests')
    .values({ ...row, answered_at: null, asserted: null, finished_at: null })
    .execute()
}

/** How many responses to one request are read. An honest browser sends one, or two if the first could not be read. */
const mostResponses = 5

/**
 * Finds a request that is still waiting for its response, and counts the one that arrived: strangers could send wrong
 * ones without end, each of which may cause a request to the provider.
 */
export function countResponse(
  db: Db,
  customerId: number,
  id: string,
  now: Date,
): Promise<RequestRow | undefined> {
  return tables(db)
    .updateTable('sso_requests')
    .set(eb => ({ responses: eb('responses', '+', 1) }))
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .where('responses', '<', mostResponses)
    .returningAll()
    .executeTakeFirst()
}

/** How many requests of a customer that have not expired may have a refused response in the audit log. */
const mostAudited = 20

/**
 * Marks a request's first refused response. Returns false if it is not the first, or if so many of the customer's
 * recent requests have one that a stranger may be filling the audit log, which is kept forever.
 */
export async function markRefused(tx: Tx, customerId: number, id: string, now: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('sso_requests')
    .set({ refused_at: now })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('refused_at', 'is', null)
    .where(eb =>
      eb(
        eb
          .selectFrom('sso_requests as other')
          .select(eb.fn.countAll<number>().as('count'))
          .where('other.customer_id', '=', customerId)
          .where('other.refused_at', 'is not', null)
          .where('other.expires_at', '>', now),
        '<',
        mostAudited,
      ),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Stores a request's response; returns false if there already was one. */
export async function answerRequest(
  tx: Db,
  customerId: number,
  id: string,
  asserted: StoredAssertion,
  now: Date,
): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('sso_requests')
    .set({ answered_at: now, asserted: JSON.stringify(asserted), sealed_verifier: null })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Uses up a response, which can be done only once. The request that it answers names the customer. */
export function finishRequest(
  tx: Db,
  _scope: Scope,
  id: string,
  purpose: RequestRow['purpose'],
  interaction: string | null,
  now: Date,
): Promise<RequestRow | undefined> {
  const query = tables(tx)
    .updateTable('sso_requests')
    .set({ finished_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('answered_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
  return (
    interaction === null
      ? query.where('interaction', 'is', null)
      : query.where('interaction', '=', interaction)
  ).executeTakeFirst()
}

/** Marks an assertion as used. Returns false if it was already used. */
export async function useAssertion(tx: Tx, row: Selectable<Tables['sso_assertions']>): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('sso_assertions')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

// Results

export async function insertAttempt(db: Db, attempt: Omit<AttemptRow, 'id'>): Promise<void> {
  await tables(db).insertInto('sso_attempts').values(attempt).execute()
}

export function listAttempts(db: Db, customerId: number, count: number): Promise<AttemptRow[]> {
  return tables(db)
    .selectFrom('sso_attempts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('is_let_in', '=', false)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

/** More than an administrator could ever read; an attacker may create thousands of attempts. */
const attemptsKept = 500

export async function forgetOld(db: Db, _scope: 'system', now: Date, attemptsBefore: Date): Promise<void> {
  await tables(db).deleteFrom('sso_requests').where('expires_at', '<', now).execute()
  await tables(db).deleteFrom('sso_assertions').where('expires_at', '<', now).execute()
  await tables(db).deleteFrom('sso_attempts').where('at', '<', attemptsBefore).execute()
  await sql`delete from sso_attempts where id in (
    select id from (
      select id, row_number() over (partition by customer_id order by id desc) as place from sso_attempts
    ) as counted where place > ${attemptsKept})`.execute(db)
}
