import { sql, type Generated, type Selectable } from 'kysely'
import { grantedSeconds, type CameraUsage } from '#domain/cameras/allowance'
import type { Db, Tx } from '#server/platform/store/index'

type ViewTable = {
  id: Generated<number>
  customer_id: number
  camera_id: number | null
  camera_name: string
  user_id: string | null
  user_name: string
  started_at: Date
  seconds: number
  month: string
  alive_until: Date
  ended_at: Date | null
  because: string | null
}
type Tables = {
  camera_views: ViewTable
  camera_usage: { customer_id: number; month: string; used_seconds: number }
  // Read only for the allowance: the customers room owns the table.
  customers: { id: number; live_stream_minutes: number }
}
export type ViewRow = Selectable<ViewTable>

const tables = (db: Db) => db.withTables<Tables>()
const now = sql<Date>`clock_timestamp()`
const thisMonth = sql<string>`date_trunc('month', clock_timestamp() at time zone 'UTC')::date`
const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/** A customer's usage and allowance in a month; undefined if there is no such customer. */
export async function readUsage(db: Db, customerId: number, month: string): Promise<CameraUsage | undefined> {
  const row = await tables(db)
    .selectFrom('customers')
    .leftJoin('camera_usage', join =>
      join
        .onRef('camera_usage.customer_id', '=', 'customers.id')
        .on('camera_usage.month', '=', sql<string>`${month}::date`),
    )
    .select(['customers.live_stream_minutes', 'camera_usage.used_seconds'])
    .where('customers.id', '=', customerId)
    .executeTakeFirst()
  return row && { allowedMinutes: row.live_stream_minutes, usedSeconds: row.used_seconds ?? 0 }
}

/**
 * Takes the next slice of this month's allowance, or what is left of it. Concurrent callers wait until this transaction
 * ends, so that many sockets in many processes stay within the allowance.
 */
async function takeSlice(tx: Tx, customerId: number): Promise<{ seconds: number; month: string }> {
  const { month } = await tables(tx)
    .selectNoFrom(sql<string>`${thisMonth}::text`.as('month'))
    .executeTakeFirstOrThrow()
  await tables(tx)
    .insertInto('camera_usage')
    .values({ customer_id: customerId, month, used_seconds: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const used = await tables(tx)
    .selectFrom('camera_usage')
    .select('used_seconds')
    .where('customer_id', '=', customerId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { live_stream_minutes: allowedMinutes } = await tables(tx)
    .selectFrom('customers')
    .select('live_stream_minutes')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const seconds = grantedSeconds({ allowedMinutes, usedSeconds: used.used_seconds })
  if (seconds > 0) await addUsed(tx, customerId, month, seconds)
  return { seconds, month }
}

async function addUsed(tx: Tx, customerId: number, month: string, seconds: number) {
  await tables(tx)
    .updateTable('camera_usage')
    .set(eb => ({ used_seconds: eb('used_seconds', '+', seconds) }))
    .where('customer_id', '=', customerId)
    .where('month', '=', month)
    .execute()
}

/** An arbitrary number that no other lock uses. */
const personLock = 7_266_042

/** Locks a person: no one else can begin a view for them until the transaction ends. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, ${sql.lit(personLock)}))`.execute(tx)
}

/** The cameras that a person is watching, in any process and for any customer. */
export function liveViewsOf(tx: Tx, _scope: 'system', userId: string): Promise<ViewRow[]> {
  return tables(tx)
    .selectFrom('camera_views')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('alive_until', '>', now)
    .execute()
}

export interface NewView {
  readonly cameraId: number
  readonly cameraName: string
  readonly userId: string
  readonly userName: string
  readonly aliveSeconds: number
}

/** Begins a view with its first slice of the allowance; returns undefined if none is left. */
export async function beginView(
  tx: Tx,
  customerId: number,
  view: NewView,
): Promise<{ id: number; seconds: number } | undefined> {
  const { seconds, month } = await takeSlice(tx, customerId)
  if (seconds === 0) return undefined
  const { id } = await tables(tx)
    .insertInto('camera_views')
    .values({
      customer_id: customerId,
      camera_id: view.cameraId,
      camera_name: view.cameraName,
      user_id: view.userId,
      user_name: view.userName,
      started_at: now,
      seconds,
      month,
      alive_until: inSeconds(view.aliveSeconds),
      ended_at: null,
      because: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, seconds }
}

/** Takes another slice for a live view; 0 if nothing is left, or if the view was ended elsewhere. */
export async function extendView(db: Db, customerId: number, id: number): Promise<number> {
  return db.transaction().execute(async tx => {
    const held = await tables(tx)
      .selectFrom('camera_views')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!held) return 0
    const { seconds, month } = await takeSlice(tx, customerId)
    if (seconds > 0)
      await tables(tx)
        .updateTable('camera_views')
        .set(eb => ({ seconds: eb('seconds', '+', seconds), month }))
        .where('id', '=', id)
        .execute()
    return seconds
  })
}

/** Keeps a process's views alive; returns those that have been ended elsewhere, with the reason. */
export async function keepViewsAlive(
  db: Db,
  _scope: 'system',
  ids: readonly number[],
  aliveSeconds: number,
): Promise<ReadonlyMap<number, string>> {
  await tables(db)
    .updateTable('camera_views')
    .set({ alive_until: inSeconds(aliveSeconds) })
    .where('id', 'in', [...ids])
    .where('ended_at', 'is', null)
    .execute()
  const ended = await tables(db)
    .selectFrom('camera_views')
    .select(['id', 'because'])
    .where('id', 'in', [...ids])
    .where('ended_at', 'is not', null)
    .execute()
  return new Map(ended.map(({ id, because }) => [id, because ?? '']))
}

/** Ends a view in any process: its stream stops immediately. Its process returns the unused allowance. */
export async function endView(tx: Tx, customerId: number, id: number, because: string): Promise<void> {
  await tables(tx)
    .updateTable('camera_views')
    .set({ ended_at: now, because })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every view of a camera that is about to be deleted. */
export async function endViewsOfCamera(
  tx: Tx,
  customerId: number,
  cameraId: number,
  because: string,
): Promise<void> {
  await tables(tx)
    .updateTable('camera_views')
    .set({ ended_at: now, because })
    .where('customer_id', '=', customerId)
    .where('camera_id', '=', cameraId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends a view with its actual usage, and returns the rest of its slices. */
export async function settleView(
  db: Db,
  customerId: number,
  id: number,
  { usedSeconds, because }: { readonly usedSeconds: number; readonly because: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    const view = await tables(tx)
      .selectFrom('camera_views')
      .select(['seconds', sql<string>`month::text`.as('month')])
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!view) return
    const seconds = Math.min(usedSeconds, view.seconds)
    await addUsed(tx, customerId, view.month, seconds - view.seconds)
    await tables(tx)
      .updateTable('camera_views')
      .set(eb => ({ seconds, ended_at: eb.fn.coalesce('ended_at', now), because }))
      .where('id', '=', id)
      .execute()
  })
}

/** Ends the views of dead processes. The slices they took are charged, because the actual usage is unknown. */
export async function endLostViews(db: Db, _scope: 'system'): Promise<void> {
  await tables(db)
    .updateTable('camera_views')
    .set(eb => ({ ended_at: eb.ref('alive_until'), because: 'The server stopped.' }))
    .where('ended_at', 'is', null)
    .where('alive_until', '<', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .execute()
}

const mostLogRows = 5000

/** The views that began in a time span, latest first. */
export function listViews(
  db: Db,
  customerId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ViewRow[]> {
  return tables(db)
    .selectFrom('camera_views')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostLogRows)
    .execute()
}
