import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import type { Tx } from '#server/platform/store/index'
import { occasionsInAreas } from './in-areas.ts'
import { occasionsOfDelays } from './of-delays.ts'
import { occasionsOfWarnings } from './of-warnings.ts'
import type { Occasion, OccasionSources } from './occasion.ts'

export { eventOfAdvisory } from './in-areas.ts'
export { timeIn } from './occasion.ts'
export type {
  OccasionMoment,
  Occasion,
  OccasionSources,
  OfRing,
  RingsAt,
  RunningRing,
  Words,
} from './occasion.ts'

/** Returns the occasions that facts create for people, in order. */
export async function occasionsOf(
  tx: Tx,
  facts: readonly Fact<Facts>[],
  sources: OccasionSources,
  now: Date,
): Promise<Occasion[]> {
  const ofDelays = await occasionsOfDelays(tx, facts, sources.ringsAt)
  const ofWarnings = await occasionsOfWarnings(tx, facts)
  const inAreas = await occasionsInAreas(tx, facts, sources, now)
  return facts.flatMap(fact => [...ofDelays(fact), ...ofWarnings(fact), ...inAreas(fact)])
}
