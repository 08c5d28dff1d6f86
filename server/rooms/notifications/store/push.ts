import { sql, type Generated, type Selectable } from 'kysely'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type BrowserTable = {
  id: Generated<number>
  customer_id: number
  user_id: string
  endpoint: string
  sealed_keys: string
  created_at: Date
  session_id: string | null
  name: string
  seen_at: Date | null
  sent_at: Generated<Date | null>
  failing_since: Generated<Date | null>
  failures: Generated<number>
}
type Tables = {
  push_subscriptions: BrowserTable
  /** Browsers whose session has not ended and whose person is active. */
  reached_browsers: BrowserTable
}
export type BrowserRow = Selectable<BrowserTable>

const tables = (db: Db) => db.withTables<Tables>()

/** The browsers that receive these people's push messages. */
export function pushSubscriptionsOf(
  db: Db,
  _scope: Scope,
  userIds: readonly string[],
): Promise<BrowserRow[]> {
  return tables(db)
    .selectFrom('reached_browsers')
    .selectAll()
    .where('user_id', '=', anyOf(userIds, 'uuid'))
    .orderBy('id')
    .execute()
}

/** The current owner of an address, locked until the transaction ends. */
export function seizePushSubscription(
  tx: Tx,
  _scope: 'system',
  endpoint: string,
): Promise<BrowserRow | undefined> {
  return tables(tx)
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst()
}

export interface NewBrowser {
  readonly customerId: number
  readonly userId: string
  readonly endpoint: string
  readonly sealedKeys: string
  readonly sessionId: string | null
  readonly name?: string | undefined
}

/** Saves a browser. The caller must have checked that the person may take over its address. */
export async function savePushSubscription(db: Db, browser: NewBrowser, now: Date): Promise<void> {
  const row = {
    customer_id: browser.customerId,
    user_id: browser.userId,
    sealed_keys: browser.sealedKeys,
    session_id: browser.sessionId,
    name: browser.name ?? 'Browser',
    seen_at: now,
    created_at: now,
    sent_at: null,
    failing_since: null,
    failures: 0,
  }
  await tables(db)
    .insertInto('push_subscriptions')
    .values({ ...row, endpoint: browser.endpoint })
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet(row))
    .execute()
}

/** Keeps only a person's newest browsers. */
export async function deleteOldestBrowsers(
  tx: Tx,
  customerId: number,
  userId: string,
  most: number,
): Promise<void> {
  await tables(tx)
    .deleteFrom('push_subscriptions')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('id', 'not in', eb =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most),
    )
    .execute()
}

/** Links a browser to the session of the page just opened in it. Returns the browser's ID if it receives messages. */
export async function seeBrowser(
  tx: Tx,
  customerId: number,
  seen: { userId: string; endpoint: string; sessionId: string | null },
  now: Date,
): Promise<number | null> {
  const row = await tables(tx)
    .updateTable('push_subscriptions')
    .set({ seen_at: now, ...(seen.sessionId !== null && { session_id: seen.sessionId }) })
    .where('id', 'in', eb =>
      eb
        .selectFrom('reached_browsers')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('user_id', '=', seen.userId)
        .where('endpoint', '=', seen.endpoint),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes a browser. Returns false if the person has no such browser. */
export async function deletePushSubscription(
  db: Db,
  scope: Scope,
  userId: string,
  which: { endpoint: string } | { id: number },
): Promise<boolean> {
  let query = tables(db).deleteFrom('push_subscriptions').where('user_id', '=', userId)
  query = 'id' in which ? query.where('id', '=', which.id) : query.where('endpoint', '=', which.endpoint)
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** Deletes the browsers of ended sessions and inactive accounts, which no longer receive anything. */
export async function deleteUnreachedBrowsers(db: Db, _scope: 'system'): Promise<void> {
  await tables(db)
    .deleteFrom('push_subscriptions')
    .where('id', 'not in', eb => eb.selectFrom('reached_browsers').select('id'))
    .execute()
}

export interface BrowserNote {
  readonly id: number
  readonly arrived: boolean
}

/** Records delivery results for browsers, and deletes those that have failed for too long. */
export async function noteBrowsers(
  db: Db,
  _scope: 'system',
  notes: readonly BrowserNote[],
  limits: { failingBefore: Date; mostFailures: number },
  now: Date,
): Promise<void> {
  const ids = notes.map(({ id }) => id)
  await sql`
    update push_subscriptions as browser set
      sent_at = case when note.arrived then ${now}::timestamptz else browser.sent_at end,
      failing_since = case when note.arrived then null else coalesce(browser.failing_since, ${now}) end,
      failures = case when note.arrived then 0 else browser.failures + 1 end
    from json_to_recordset(${JSON.stringify(notes)}::json) as note(id bigint, arrived boolean)
    where browser.id = note.id`.execute(db)
  await tables(db)
    .deleteFrom('push_subscriptions')
    .where('id', '=', anyOf(ids, 'bigint'))
    .where('failing_since', '<=', limits.failingBefore)
    .where('failures', '>=', limits.mostFailures)
    .execute()
}
