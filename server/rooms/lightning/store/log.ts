import { sql, type Generated, type Selectable } from 'kysely'
import type { Span } from '#domain/lightning/coverage'
import type { Coverage, Strike, StrikeType } from '#domain/lightning/strike'
import { lockForAppend, newestPosition } from '#server/platform/store/append-log'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Tx } from '#server/platform/store/index'

type StrikeTable = {
  position: Generated<number>
  source: string
  id: string
  reported_at: Date
  at: Date
  latitude: number
  longitude: number
  amp: number | null
  type: StrikeType
  position_error_miles: number
  received_at: Date
  clamped: boolean
}
type StrikeRow = Omit<Selectable<StrikeTable>, 'reported_at'> &
  Partial<Pick<CustomerStrikeTable, 'customer_id' | 'circle_miles'>>
type CustomerStrikeTable = StrikeTable & { customer_id: number | null; circle_miles: number | null }
type Tables = {
  strikes: StrikeTable
  customer_strikes: CustomerStrikeTable
  coverage_spans: {
    position: Generated<number>
    source: string
    from_at: Date
    to_at: Date
    heard_at: Date | null
  }
  lightning_cursors: { reader: string; position: number }
}

/**
 * Strikes and coverage belong to no customer, except strikes reported by a customer's own instruments. Those are in a
 * separate table, so that nothing shows them to others by mistake.
 */
const tables = (db: Db) => db.withTables<Tables>()

// Strikes

export interface ReceivedStrike extends Strike {
  readonly receivedMs: number
  readonly clamped: boolean
}
/** A strike to be stored; its time by the source's own clock shows whether it has been stored already. */
export interface NewStrike extends ReceivedStrike {
  readonly reportedMs: number
}
/** A strike with its log position. */
export interface LoggedStrike extends ReceivedStrike {
  readonly position: number
}

/** Stores each strike once and returns how many are new. Two strikes are the same only if all fields match. */
async function insertStrikes(tx: Tx, strikes: readonly NewStrike[]): Promise<number> {
  let added = 0n
  for (const some of batchesOf(strikes.filter(({ customerId }) => customerId === undefined))) {
    const { numInsertedOrUpdatedRows = 0n } = await tables(tx)
      .insertInto('strikes')
      .values(some.map(rowOf))
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    added += numInsertedOrUpdatedRows
  }
  for (const some of batchesOf(strikes.filter(({ customerId }) => customerId !== undefined))) {
    const { numInsertedOrUpdatedRows = 0n } = await tables(tx)
      .insertInto('customer_strikes')
      .values(
        some.map(strike => ({
          ...rowOf(strike),
          customer_id: strike.customerId ?? null,
          circle_miles: strike.circleMiles ?? null,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    added += numInsertedOrUpdatedRows
  }
  return Number(added)
}

function rowOf(strike: NewStrike) {
  return {
    source: strike.source,
    id: strike.id,
    reported_at: new Date(strike.reportedMs),
    at: new Date(strike.timeMs),
    latitude: strike.latitude,
    longitude: strike.longitude,
    amp: strike.amp,
    type: strike.type,
    position_error_miles: strike.positionErrorMiles,
    received_at: new Date(strike.receivedMs),
    clamped: strike.clamped,
  }
}

function strikeOf(row: StrikeRow): LoggedStrike {
  return {
    position: row.position,
    id: row.id,
    source: row.source,
    timeMs: row.at.getTime(),
    latitude: row.latitude,
    longitude: row.longitude,
    amp: row.amp,
    type: row.type,
    positionErrorMiles: row.position_error_miles,
    receivedMs: row.received_at.getTime(),
    clamped: row.clamped,
    ...(typeof row.customer_id === 'number' && { customerId: row.customer_id }),
    ...(typeof row.circle_miles === 'number' && { circleMiles: row.circle_miles }),
  }
}

/** The strikes for everyone and those of customers' own instruments. */
async function strikesSince(db: Db, since: Date): Promise<LoggedStrike[]> {
  const everyones = tables(db).selectFrom('strikes').selectAll().where('at', '>=', since).orderBy('at')
  const own = tables(db).selectFrom('customer_strikes').selectAll().where('at', '>=', since).orderBy('at')
  return [...(await everyones.execute()), ...(await own.execute())].map(strikeOf)
}

/** The strikes in a time span between two latitudes, oldest first. */
export async function strikesBetween(
  db: Db,
  [fromMs, toMs]: Span,
  { bottom, top }: { readonly bottom: number; readonly top: number },
): Promise<LoggedStrike[]> {
  const rows = await tables(db)
    .selectFrom('strikes')
    .selectAll()
    .where('at', '>', new Date(fromMs))
    .where('at', '<=', new Date(toMs))
    .where('latitude', '>=', bottom)
    .where('latitude', '<=', top)
    .orderBy('at')
    .execute()
  return rows.map(strikeOf)
}

/** The strikes in a time span that a customer's own instruments reported, oldest first. */
export async function customerStrikesBetween(
  db: Db,
  customerId: number,
  [fromMs, toMs]: Span,
): Promise<LoggedStrike[]> {
  const rows = await tables(db)
    .selectFrom('customer_strikes')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('at', '>', new Date(fromMs))
    .where('at', '<=', new Date(toMs))
    .orderBy('at')
    .execute()
  return rows.map(strikeOf)
}

export interface DegreeBox {
  readonly bottom: number
  readonly top: number
  readonly left: number
  readonly right: number
}

/** The strikes in a time span inside a box, looked up by position, so that a span of days is cheap. */
export async function strikesInBox(db: Db, [fromMs, toMs]: Span, box: DegreeBox): Promise<LoggedStrike[]> {
  const rows = await tables(db)
    .selectFrom('strikes')
    .selectAll()
    .where('latitude', '>=', box.bottom)
    .where('latitude', '<=', box.top)
    .where('longitude', '>=', box.left)
    .where('longitude', '<=', box.right)
    .where('at', '>', new Date(fromMs))
    .where('at', '<=', new Date(toMs))
    .execute()
  return rows.map(strikeOf)
}

export async function deleteStrikesBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('strikes').where('at', '<', before).execute()
  await tables(db).deleteFrom('customer_strikes').where('at', '<', before).execute()
}

// Coverage

/** A source's span, and when its end was received, which is slightly before that end if the source's clock is ahead. */
export interface ReceivedCoverage extends Coverage {
  readonly heardMs: number
}

/** Stores a span merged with the neighbors known here, and merges stored spans that begin inside it. */
async function saveSpan(tx: Tx, { source, fromMs, toMs, heardMs }: ReceivedCoverage): Promise<void> {
  const from = new Date(fromMs)
  const swallowed = await tables(tx)
    .deleteFrom('coverage_spans')
    .where('source', '=', source)
    .where('from_at', '>', from)
    .where('from_at', '<=', new Date(toMs))
    .returning(['to_at', 'heard_at'])
    .execute()
  // A span from another process may extend further.
  const own = { to_at: new Date(toMs), heard_at: new Date(heardMs) }
  const { to_at, heard_at } = swallowed.reduce((last, one) => (one.to_at > last.to_at ? one : last), own)
  await tables(tx)
    .insertInto('coverage_spans')
    .values({ source, from_at: from, to_at, heard_at })
    .onConflict(conflict =>
      conflict.columns(['source', 'from_at']).doUpdateSet({
        to_at: sql`greatest(coverage_spans.to_at, excluded.to_at)`,
        heard_at: sql`case when excluded.to_at >= coverage_spans.to_at then excluded.heard_at
          else coverage_spans.heard_at end`,
        position: sql`nextval('lightning_positions')`,
      }),
    )
    .execute()
}

export async function coverageSince(db: Db, since: Date): Promise<ReceivedCoverage[]> {
  const rows = await tables(db).selectFrom('coverage_spans').selectAll().where('to_at', '>=', since).execute()
  return rows.map(coverageOf)
}

function coverageOf(row: {
  source: string
  from_at: Date
  to_at: Date
  heard_at: Date | null
}): ReceivedCoverage {
  return {
    source: row.source,
    fromMs: row.from_at.getTime(),
    toMs: row.to_at.getTime(),
    heardMs: (row.heard_at ?? row.to_at).getTime(),
  }
}

/** How far each source's coverage extends, within the retention period. */
export function newestCoverage(db: Db): Promise<{ source: string; to_at: Date }[]> {
  return tables(db)
    .selectFrom('coverage_spans')
    .select(eb => ['source', eb.fn.max('to_at').as('to_at')])
    .groupBy('source')
    .execute()
}

export async function deleteCoverageBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('coverage_spans').where('to_at', '<', before).execute()
}

// The log: strikes and coverage in one order

/** Appends what a source reported and returns how many strikes are new. Coverage follows its strikes. */
export async function appendToLog(
  tx: Tx,
  strikes: readonly NewStrike[],
  coverage: readonly ReceivedCoverage[],
): Promise<number> {
  await lockForAppend(tx, 'strikes')
  const added = await insertStrikes(tx, strikes)
  for (const span of coverage) await saveSpan(tx, span)
  return added
}

export type LogEntry =
  | { readonly kind: 'strike'; readonly position: number; readonly strike: LoggedStrike }
  | { readonly kind: 'coverage'; readonly position: number; readonly coverage: ReceivedCoverage }

/** The read batch size; fewer rows than this mean the end of the log. */
export const entriesAtOnce = 5000

/** Reads a batch of entries after a log position, in order. A single statement sees a single snapshot. */
export async function readLog(db: Db, _scope: 'system', after: number): Promise<LogEntry[]> {
  type Row = StrikeRow & { kind: LogEntry['kind']; to_at: Date; heard_at: Date | null }
  const { rows } = await sql<Row>`
    (select 'strike' as kind, position, source, id, at, latitude, longitude, amp, type, position_error_miles,
        received_at, clamped, at as to_at, null::timestamptz as heard_at,
        null::bigint as customer_id, null::float8 as circle_miles
      from strikes where position > ${after} order by position limit ${sql.lit(entriesAtOnce)})
    union all
    (select 'strike', position, source, id, at, latitude, longitude, amp, type, position_error_miles, received_at,
        clamped, at, null, customer_id, circle_miles
      from customer_strikes where position > ${after} order by position limit ${sql.lit(entriesAtOnce)})
    union all
    (select 'coverage', position, source, '', from_at, 0, 0, null, 1, 0, from_at, false, to_at, heard_at, null, null
      from coverage_spans where position > ${after} order by position limit ${sql.lit(entriesAtOnce)})
    order by position limit ${sql.lit(entriesAtOnce)}`.execute(db)
  return rows.map(row =>
    row.kind === 'strike'
      ? { kind: 'strike', position: row.position, strike: strikeOf(row) }
      : { kind: 'coverage', position: row.position, coverage: coverageOf({ ...row, from_at: row.at }) },
  )
}

export interface LoggedSky {
  readonly strikes: readonly LoggedStrike[]
  readonly coverage: readonly ReceivedCoverage[]
  /** The log position read so far. */
  readonly position: number
}

/** Everything since a given time, with the matching log position, from one snapshot. */
export function loadSky(db: Db, since: Date): Promise<LoggedSky> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => ({
      position: await newestPosition(tx, 'strikes'),
      strikes: await strikesSince(tx, since),
      coverage: await coverageSince(tx, since),
    }))
}

// Cursors: how far the log has been processed, moved in the transaction that does the work

export async function cursorOf(db: Db, reader: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('lightning_cursors')
    .select('position')
    .where('reader', '=', reader)
    .executeTakeFirst()
  return row?.position ?? 0
}

export async function moveStrikeCursor(tx: Tx, reader: string, position: number): Promise<void> {
  await tables(tx)
    .insertInto('lightning_cursors')
    .values({ reader, position })
    .onConflict(conflict => conflict.column('reader').doUpdateSet({ position }))
    .execute()
}
