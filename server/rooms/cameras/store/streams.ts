import { sql } from 'kysely'
import type { Db } from '#server/platform/store/index'

type Tables = {
  camera_streams: {
    camera_id: number
    customer_id: number
    wanted_until: Date
    holder: string | null
    held_since: Date
    held_until: Date
    status: string | null
    next_sequence: number
  }
  camera_segments: {
    camera_id: number
    customer_id: number
    sequence: number
    seconds: number
    starts_anew: boolean
    bytes: Buffer
    made_at: Date
  }
  camera_views: {
    id: number
    customer_id: number
    camera_id: number
    alive_until: Date
    ended_at: Date | null
  }
  cameras: { id: number; customer_id: number; version: number }
}
const tables = (db: Db) => db.withTables<Tables>()
const now = sql<Date>`clock_timestamp()`
const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/** Records that a person is watching a camera. */
export async function wantStream(
  db: Db,
  customerId: number,
  cameraId: number,
  wantedSeconds: number,
): Promise<void> {
  const wanted = inSeconds(wantedSeconds)
  await tables(db)
    .insertInto('camera_streams')
    .columns(['camera_id', 'customer_id', 'wanted_until', 'held_since', 'held_until', 'next_sequence'])
    // A camera deleted in the meantime is no longer wanted.
    .expression(eb =>
      eb
        .selectFrom('cameras')
        .select([
          'id',
          'customer_id',
          wanted.as('wanted_until'),
          now.as('held_since'),
          now.as('held_until'),
          eb.lit(0).as('next_sequence'),
        ])
        .where('customer_id', '=', customerId)
        .where('id', '=', cameraId),
    )
    .onConflict(conflict => conflict.column('camera_id').doUpdateSet({ wanted_until: wanted }))
    .execute()
}

export interface StreamState {
  readonly cameraId: number
  readonly version: number
  readonly isWanted: boolean
  /** The process that holds the stream; null if none does. */
  readonly holder: string | null
}

/** The streams that are wanted or held: first those without a holder, in the order in which they were requested. */
export async function listStreams(db: Db, _scope: 'system'): Promise<StreamState[]> {
  const rows = await tables(db)
    .selectFrom('camera_streams')
    .innerJoin('cameras', 'cameras.id', 'camera_streams.camera_id')
    .select(eb => [
      'camera_streams.camera_id',
      'cameras.version',
      eb('wanted_until', '>', now).as('is_wanted'),
      eb.case().when('held_until', '>', now).then(eb.ref('holder')).else(null).end().as('holder'),
    ])
    .where(eb => eb.or([eb('wanted_until', '>', now), eb('held_until', '>', now)]))
    .orderBy('camera_streams.camera_id')
    .execute()
  return rows.map(row => ({
    cameraId: row.camera_id,
    version: row.version,
    isWanted: Boolean(row.is_wanted),
    holder: row.holder,
  }))
}

/** Takes a stream that has no holder; returns whether that succeeded. */
export async function takeStream(
  db: Db,
  _scope: 'system',
  cameraId: number,
  { holder, heldSeconds }: { readonly holder: string; readonly heldSeconds: number },
): Promise<boolean> {
  const row = await tables(db)
    .updateTable('camera_streams')
    .set({ holder, held_since: now, held_until: inSeconds(heldSeconds), status: null })
    .where('camera_id', '=', cameraId)
    .where('held_until', '<=', now)
    .where('wanted_until', '>', now)
    .returning('camera_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Renews streams; returns those the holder still has. */
export async function renewStreams(
  db: Db,
  _scope: 'system',
  cameraIds: readonly number[],
  { holder, heldSeconds }: { readonly holder: string; readonly heldSeconds: number },
): Promise<ReadonlySet<number>> {
  if (cameraIds.length === 0) return new Set()
  const rows = await tables(db)
    .updateTable('camera_streams')
    .set({ held_until: inSeconds(heldSeconds) })
    .where('holder', '=', holder)
    .where('camera_id', 'in', [...cameraIds])
    .returning('camera_id')
    .execute()
  return new Set(rows.map(row => row.camera_id))
}

/** Releases a stream when its program has ended, so that no one has to wait for the lease to expire. */
export async function releaseStream(
  db: Db,
  _scope: 'system',
  cameraId: number,
  holder: string,
): Promise<void> {
  await tables(db)
    .updateTable('camera_streams')
    .set({ held_until: now, holder: null, status: null })
    .where('camera_id', '=', cameraId)
    .where('holder', '=', holder)
    .execute()
}

export async function saveStreamStatus(
  db: Db,
  _scope: 'system',
  cameraId: number,
  { holder, status }: { readonly holder: string; readonly status: string },
): Promise<void> {
  await tables(db)
    .updateTable('camera_streams')
    .set({ status })
    .where('camera_id', '=', cameraId)
    .where('holder', '=', holder)
    .execute()
}

export interface Segment {
  readonly seconds: number
  readonly startsAnew: boolean
  readonly bytes: Buffer
}

/** How many seconds of video are kept, for viewers slightly behind. */
const keptSeconds = 60

/** Adds video to a stream, if the holder still has it. */
export async function addSegment(
  db: Db,
  _scope: 'system',
  cameraId: number,
  holder: string,
  segment: Segment,
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const stream = await tables(tx)
      .updateTable('camera_streams')
      .set(eb => ({ next_sequence: eb('next_sequence', '+', 1) }))
      .where('camera_id', '=', cameraId)
      .where('holder', '=', holder)
      .returning(['customer_id', 'next_sequence'])
      .executeTakeFirst()
    if (!stream) return false
    const { seconds, startsAnew, bytes } = segment
    await tables(tx)
      .insertInto('camera_segments')
      .values({
        camera_id: cameraId,
        customer_id: stream.customer_id,
        sequence: stream.next_sequence - 1,
        seconds,
        starts_anew: startsAnew,
        bytes,
        made_at: now,
      })
      .execute()
    await deleteOldSegments(tx, cameraId)
    return true
  })
}

async function deleteOldSegments(db: Db, cameraId: number | 'all') {
  const old = tables(db)
    .deleteFrom('camera_segments')
    .where('made_at', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(keptSeconds)})`)
  await (cameraId === 'all' ? old : old.where('camera_id', '=', cameraId)).execute()
}

/** Deletes the video of cameras that are no longer watched. */
export const forgetOldVideo = (db: Db, _scope: 'system') => deleteOldSegments(db, 'all')

/** A stream's progress, shown to a waiting viewer. */
export interface StreamProgress {
  readonly cameraId: number
  readonly isHeld: boolean
  readonly status: string | null
  readonly hasVideo: boolean
}

/** Older video does not show what the camera sees now. */
const freshSeconds = 10

export async function readProgress(
  db: Db,
  _scope: 'system',
  cameraIds: readonly number[],
): Promise<StreamProgress[]> {
  if (cameraIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('camera_streams')
    .select(eb => [
      'camera_id',
      'status',
      eb('held_until', '>', now).as('is_held'),
      eb
        .exists(
          eb
            .selectFrom('camera_segments')
            .select('sequence')
            .whereRef('camera_segments.camera_id', '=', 'camera_streams.camera_id')
            // Video from before the stream was taken over does not show what the camera sees now.
            .whereRef('made_at', '>', 'held_since')
            .where(
              'made_at',
              '>',
              sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(freshSeconds)})`,
            ),
        )
        .as('has_video'),
    ])
    .where('camera_id', 'in', [...cameraIds])
    .execute()
  return rows.map(row => ({
    cameraId: row.camera_id,
    isHeld: Boolean(row.is_held),
    status: row.status,
    hasVideo: Boolean(row.is_held) && Boolean(row.has_video),
  }))
}

/** The camera of a view, while the view is live. */
export function cameraOfView(
  db: Db,
  _scope: 'system',
  viewId: number,
): Promise<{ cameraId: number; customerId: number } | undefined> {
  return tables(db)
    .selectFrom('camera_views')
    .select(['camera_id as cameraId', 'customer_id as customerId'])
    .where('id', '=', viewId)
    .where('ended_at', 'is', null)
    .where('alive_until', '>', now)
    .where('camera_id', 'is not', null)
    .executeTakeFirst()
}

export interface ListedSegment {
  readonly sequence: number
  readonly seconds: number
  readonly startsAnew: boolean
}

/** The newest segments of a camera's video, in order. */
export async function newestSegments(
  db: Db,
  customerId: number,
  cameraId: number,
  count: number,
): Promise<ListedSegment[]> {
  const rows = await tables(db)
    .selectFrom('camera_segments')
    .select(['sequence', 'seconds', 'starts_anew'])
    .where('customer_id', '=', customerId)
    .where('camera_id', '=', cameraId)
    .where('made_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(keptSeconds)})`)
    .orderBy('sequence', 'desc')
    .limit(count)
    .execute()
  return rows
    .map(row => ({ sequence: row.sequence, seconds: row.seconds, startsAnew: row.starts_anew }))
    .toReversed()
}

export async function segmentBytes(
  db: Db,
  customerId: number,
  cameraId: number,
  sequence: number,
): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('camera_segments')
    .select('bytes')
    .where('customer_id', '=', customerId)
    .where('camera_id', '=', cameraId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return row && Buffer.from(row.bytes)
}
