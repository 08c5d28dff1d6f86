import type { Advisory, AdvisoryList } from '#domain/advisories/advisory'
import { createPlaceProducts } from './place-products.ts'
import { createStormWarnings } from './storm-warnings.ts'
import { simulatedSource } from '#domain/feeds/source'
import type { World } from './world.ts'

/** What a world's service needs to remember between two questions, so that it is not worked out again each minute. */
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

/** All that the simulated weather service says at an instant. What is missing in a later list has ended. */
export function advisoriesAt(world: World, timeMs: number): AdvisoryList {
  return { source: simulatedSource, asOfMs: timeMs, advisories: serviceOf(world)(timeMs) }
}
