import { sql, type Generated, type Selectable } from 'kysely'
import type { SignInKind, SignInMethod } from '#contract/people/sessions'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = {
  sign_in_events: {
    id: Generated<number>
    user_id: string
    at: Date
    kind: SignInKind
    method: SignInMethod | null
    address: string
    device: string
    session_id: string | null
    uses_passkey: boolean
  }
}
export type SignInRow = Selectable<Tables['sign_in_events']>

/** People sign in before their customer is known, so every function here spans all customers. */
const tables = (db: Db) => db.withTables<Tables>()

export async function insertSignInEvent(tx: Tx, event: Omit<SignInRow, 'id'>): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('sign_in_events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds to a sign-in's record the session that it began. */
export async function nameSession(db: Db, id: number, sessionId: string): Promise<void> {
  await tables(db)
    .updateTable('sign_in_events')
    .set({ session_id: sessionId })
    .where('id', '=', id)
    .where('session_id', 'is', null)
    .execute()
}

export function listSignInEvents(db: Db, userId: string, count: number): Promise<SignInRow[]> {
  return tables(db)
    .selectFrom('sign_in_events')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

export async function deleteSignInEventsBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('sign_in_events').where('at', '<', before).execute()
}

export interface OpenSessionRow {
  readonly id: string
  readonly startedAt: Date
  readonly expiresAt: Date
  /** When the session was last renewed. */
  readonly usedAt: Date
  readonly method: SignInMethod | null
  readonly address: string | null
  readonly device: string | null
}

/** A person's sessions that are still valid, newest first. */
export async function listOpenSessions(
  db: Db,
  userId: string,
  renewedForSeconds: number,
  now: Date,
): Promise<OpenSessionRow[]> {
  const { rows } = await sql<OpenSessionRow>`
    select session.uid as id, session.expires_at as "expiresAt",
      to_timestamp((session.payload->>'loginTs')::bigint) as "startedAt",
      to_timestamp((session.payload->>'exp')::bigint - ${renewedForSeconds}) as "usedAt",
      began.method, began.address, began.device
    from oidc_records session
    left join lateral (
      select method, address, device from sign_in_events
      where session_id = session.uid and kind = 'signed in' order by id desc limit 1) began on true
    where session.model = 'Session' and session.account_id = ${userId} and session.expires_at > ${now}
      and session.consumed_at is null and session.uid is not null and session.payload ? 'loginTs'
    order by "startedAt" desc limit 100`.execute(db)
  return rows
}
