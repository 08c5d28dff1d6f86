import type { Reply } from '#contract/call'
import type { FoundPlace, reverseLookup } from '#contract/locations'
import { distanceMiles, type Point } from '#domain/geo/distance'
import type { Log } from '#server/platform/log'
import type { Gazetteer } from './gazetteer.ts'
import type { Photon } from './photon.ts'
import { addressOf, type Town } from './towns.ts'

export interface AddressFinder {
  search(text: string): Promise<FoundPlace[]>
  nearest(point: Point): Promise<Reply<typeof reverseLookup>>
}

function townOf(place: Town): FoundPlace {
  const { name, latitude, longitude } = place
  return { name, address: addressOf(place), latitude, longitude }
}

/** A geocoder outside the house is asked first, where there is one. When it fails or knows nothing, the towns do. */
export function createAddressFinder(
  gazetteer: Gazetteer,
  photon: Photon | undefined,
  log: Log,
): AddressFinder {
  async function outside<Found>(ask: (photon: Photon) => Promise<Found>): Promise<Found | undefined> {
    if (!photon) return undefined
    try {
      return await ask(photon)
    } catch (error) {
      log.warn({ err: error }, 'the geocoder does not answer; towns are searched instead')
      return undefined
    }
  }

  return {
    async search(text) {
      const found = await outside(geocoder => geocoder.search(text))
      return found && found.length > 0 ? found : (await gazetteer.search(text)).map(townOf)
    },
    async nearest(point) {
      const found = await outside(geocoder => geocoder.nearest(point))
      if (found)
        return { ...found, distanceMiles: distanceMiles(point, found) ?? 0, description: found.address }
      const town = await gazetteer.nearest(point)
      return town && { ...townOf(town.place), ...town }
    },
  }
}
