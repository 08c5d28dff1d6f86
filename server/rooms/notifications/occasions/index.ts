import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import type { Tx } from '#server/platform/store/index'
import { occasionsAtPlaces } from './at-places.ts'
import { occasionsInAreas } from './in-areas.ts'
import type { Occasion, OccasionSources } from './occasion.ts'

export type { Occasion, OccasionSources } from './occasion.ts'

/** What facts mean to people, in their order. */
export async function occasionsOf(
  tx: Tx,
  facts: readonly Fact<Facts>[],
  sources: OccasionSources,
  now: Date,
): Promise<Occasion[]> {
  const atPlaces = await occasionsAtPlaces(tx, facts)
  const inAreas = await occasionsInAreas(tx, facts, sources, now)
  return facts.flatMap(fact => [...atPlaces(fact), ...inAreas(fact)])
}
