import type { Advisory, AdvisoryList } from '#domain/advisories/advisory'
import { createPlaceProducts } from './place-products.ts'
import { createStormWarnings } from './storm-warnings.ts'
import { simulatedSource } from '#domain/feeds/source'
import type { World } from './world.ts'

/** Cached for each world's weather service, so its messages are not computed again each minute. */
const services = new WeakMap<World, (timeMs: number) => Advisory[]>()

function serviceOf(world: World): (timeMs: number) => Advisory[] {
  let service = services.get(world)
  if (!service) {
    const stormWarnings = createStormWarnings(world)
    const placeProducts = createPlaceProducts(world)
    service = timeMs => [...stormWarnings(timeMs), ...placeProducts(timeMs)]
    services.set(world, service)
  }
  return service
}

/**
 * Returns all messages of the simulated weather service at a time. A message that is missing in a later list has ended.
 */
export function advisoriesAt(world: World, timeMs: number): AdvisoryList {
  return { source: simulatedSource, asOfMs: timeMs, advisories: serviceOf(world)(timeMs) }
}
