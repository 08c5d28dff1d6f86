import type { Reply } from '#contract/call'
import type { FoundPlace, reverseLookup } from '#contract/places/locations'
import { distanceMiles, type Point } from '#domain/geo/distance'
import type { Log } from '#server/platform/log'
import type { Gazetteer } from './gazetteer.ts'
import { addressOf, type Town } from './towns.ts'

/** Finds streets and houses over the network. */
export interface Geocoder {
  search(text: string): Promise<FoundPlace[]>
  /** The nearest address, if there is one within a mile. */
  nearest(point: Point): Promise<FoundPlace | null>
}

export interface AddressFinder {
  search(text: string): Promise<FoundPlace[]>
  nearest(point: Point): Promise<Reply<typeof reverseLookup>>
}

function townOf(place: Town): FoundPlace {
  const { name, latitude, longitude } = place
  return { name, address: addressOf(place), latitude, longitude }
}

/** Asks an external geocoder first, if there is one. If it fails or finds nothing, uses the gazetteer's towns. */
export function createAddressFinder(
  gazetteer: Gazetteer,
  geocoder: Geocoder | undefined,
  log: Log,
): AddressFinder {
  async function outside<Found>(ask: (geocoder: Geocoder) => Promise<Found>): Promise<Found | undefined> {
    if (!geocoder) return undefined
    try {
      return await ask(geocoder)
    } catch (error) {
      log.warn({ err: error }, 'the geocoder is not responding; searching towns instead')
      return undefined
    }
  }

  return {
    async search(text) {
      const found = await outside(asked => asked.search(text))
      return found && found.length > 0 ? found : (await gazetteer.search(text)).map(townOf)
    },
    async nearest(point) {
      const found = await outside(asked => asked.nearest(point))
      if (found)
        return { ...found, distanceMiles: distanceMiles(point, found) ?? 0, description: found.address }
      const town = await gazetteer.nearest(point)
      return town && { ...townOf(town.place), ...town }
    },
  }
}
