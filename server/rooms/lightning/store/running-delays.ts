import { sql } from 'kysely'
import { anyOf } from '#server/platform/store/any-of'
import type { Tx } from '#server/platform/store/index'
import type { DelayRow } from './delays.ts'

/** The running delays at some locations, inner rings first. */
export async function runningDelaysAt(
  tx: Tx,
  _scope: 'system',
  locationIds: readonly number[],
): Promise<DelayRow[]> {
  return tx
    .withTables<{ delays: DelayRow }>()
    .selectFrom('delays')
    .selectAll()
    .where('location_id', '=', anyOf(locationIds, 'bigint'))
    .where('closed_at', 'is', null)
    .orderBy('ring')
    .execute()
}

export interface StrikeNearby {
  readonly distanceMiles: number
  readonly bearingDegrees: number | null
  /** If the direction is unknown: the strike was within this many miles. */
  readonly withinMiles: number | null
}

/** How many of a delay's newest strikes are checked, because an hour-long storm has thousands. */
const looksAt = 50

/** The nearest of the newest strikes of each given delay, preferring those since a given time if there are any. */
export async function nearestStrikes(
  tx: Tx,
  _scope: 'system',
  delayIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, StrikeNearby>> {
  const { rows } = await sql<StrikeNearby & { delayId: number }>`
    select distinct on (delay.id) delay.id as "delayId",
      (struck.strike ->> 'distanceMiles')::float8 as "distanceMiles",
      (struck.strike ->> 'bearingDegrees')::float8 as "bearingDegrees",
      (struck.strike ->> 'withinMiles')::float8 as "withinMiles"
    from unnest(${delayIds}::bigint[]) as delay(id), lateral (
      select at, case kind when 'opened' then facts -> 'strike' else facts end as strike
      from delay_evidence
      where delay_id = delay.id and kind in ('opened', 'extended')
      order by number desc limit ${looksAt}
    ) as struck
    where struck.strike ->> 'distanceMiles' is not null
    order by delay.id, (struck.at >= ${since}) desc, "distanceMiles"`.execute(tx)
  return new Map(rows.map(({ delayId, ...strike }) => [delayId, strike]))
}
