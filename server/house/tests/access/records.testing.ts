import { sql } from 'kysely'
import type { Db } from '#server/platform/store/index'
import { brokenEntries } from '#server/rooms/lightning/index'

/** A recorded delay, with everything that can be wrong about it. */
export interface DelayOnRecord {
  readonly id: number
  readonly locationId: number
  readonly ring: number
  readonly isOpen: boolean
  /** The number of strikes that the record itself states. */
  readonly strikes: number
  /** The ids of the strikes in its evidence, in order. */
  readonly named: readonly string[]
  readonly brokenEntries: readonly number[]
  /** How often each fact about it appears in the change log. */
  readonly facts: Readonly<Record<string, number>>
  /** How many strikes opened the delay, and how many its extension facts mention. */
  readonly openedBy: number
  readonly extendedBy: number
}

type EvidenceRow = Parameters<typeof brokenEntries>[0][number]

function strikeNamedBy({ facts }: EvidenceRow): string[] {
  const { id, strike } = facts as { id?: string; strike?: { id: string } | null }
  return [strike?.id ?? id].filter(name => name !== undefined)
}

/** Returns all delays of the given locations, oldest first. */
export async function delaysOnRecord(db: Db, locationIds: readonly number[]): Promise<DelayOnRecord[]> {
  const ids = sql.join([0, ...locationIds])
  const { rows: delays } = await sql<{
    id: number
    location_id: number
    ring: number
    closed_at: Date | null
    strikes: number
  }>`
    select id, location_id, ring, closed_at, strikes from delays where location_id in (${ids}) order by id`.execute(
    db,
  )
  const { rows: evidence } = await sql<EvidenceRow>`
    select delay_evidence.* from delay_evidence join delays on delays.id = delay_id
    where location_id in (${ids}) order by delay_id, number`.execute(db)
  const { rows: facts } = await sql<{ kind: string; delay_id: number; count: number; strikes: number }>`
    select kind, (body ->> 'delayId')::bigint as delay_id, count(*) as count,
      sum(coalesce((body ->> 'strikes')::bigint, 0))::bigint as strikes
    from facts where kind like 'delay %' group by 1, 2`.execute(db)
  return delays.map(({ id, location_id, ring, closed_at, strikes }) => {
    const own = evidence.filter(entry => entry.delay_id === id)
    const reported = facts.filter(({ delay_id }) => delay_id === id)
    return {
      id,
      locationId: location_id,
      ring,
      isOpen: closed_at === null,
      strikes,
      named: own.flatMap(strikeNamedBy),
      openedBy: own.filter(({ at }) => at.getTime() === own[0]?.at.getTime()).flatMap(strikeNamedBy).length,
      brokenEntries: brokenEntries(own),
      facts: Object.fromEntries(reported.map(({ kind, count }) => [kind, count])),
      extendedBy: reported.reduce((sum, fact) => sum + fact.strikes, 0),
    }
  })
}

/** Returns the term of the leader for records. */
export async function leaderTerm(db: Db): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`select epoch from leases where name = 'keeper'`.execute(db)
  return rows[0]?.epoch ?? 0
}

/** Makes the database record when a process becomes the leader for records. */
export async function recordTakeOvers(db: Db): Promise<void> {
  await sql`create table take_overs (epoch bigint primary key, at timestamptz not null)`.execute(db)
  await sql`
    create function record_take_over() returns trigger language plpgsql as $$
    begin
      insert into take_overs values (new.epoch, clock_timestamp());
      return null;
    end $$`.execute(db)
  await sql`
    create trigger record_take_over after update on leases for each row
    when (new.name = 'keeper' and new.epoch <> old.epoch) execute function record_take_over()`.execute(db)
}

/** Returns the time by the database's clock, which a slow test does not affect. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows as [{ now: Date }])[0].now
}

/** Returns how long after this time, by the database's clock, the current leader took over. */
export async function takenOverAfterMs(db: Db, from: Date): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select at from take_overs order by epoch desc limit 1`.execute(db)
  return (rows[0]?.at.getTime() ?? NaN) - from.getTime()
}
