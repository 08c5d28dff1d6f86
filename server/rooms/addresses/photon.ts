import type { FoundPlace } from '#contract/places/locations'
import { distanceMiles, isPlace } from '#domain/geo/distance'
import * as z from 'zod/mini'
import type { Geocoder } from './find-address.ts'

const mostFound = 10
const patienceMs = 3000
const mostBytes = 512 * 1024
const nearMiles = 1

const feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    name: z.optional(z.string()),
    housenumber: z.optional(z.string()),
    street: z.optional(z.string()),
    postcode: z.optional(z.string()),
    city: z.optional(z.string()),
    state: z.optional(z.string()),
    country: z.optional(z.string()),
  }),
})
const answer = z.object({ features: z.array(feature) })

/** An address such as '4 Pennsylvania Plaza, New York, New York 10001', with the known parts. */
function addressOf({ properties: place }: z.output<typeof feature>): string {
  const street = [place.housenumber, place.street].filter(Boolean).join(' ')
  const state = [place.state, place.postcode].filter(Boolean).join(' ')
  const parts = [street || place.name, place.city, state || place.country]
  return parts.filter(Boolean).join(', ')
}

function placeOf(found: z.output<typeof feature>): FoundPlace {
  const [longitude, latitude] = found.geometry.coordinates
  const address = addressOf(found)
  return { name: found.properties.name ?? address, address, latitude, longitude }
}

async function readLimited(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    if (bytes > mostBytes) throw new Error('The geocoder’s response is too long')
    pieces.push(piece)
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}

/** Calls a Photon server, which has streets and houses; the gazetteer has only towns. */
export function createPhoton(baseUrl: string): Geocoder {
  async function ask(path: string, query: Record<string, string>): Promise<FoundPlace[]> {
    const address = new URL(`${baseUrl.replace(/\/+$/, '')}${path}?${new URLSearchParams(query)}`)
    const response = await fetch(address, {
      headers: { accept: 'application/json', 'user-agent': 'Skywarden' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) throw new Error(`The geocoder responded with ${response.status}`)
    const { features } = answer.parse(await readLimited(response))
    return features.map(placeOf).filter(place => isPlace(place) && place.address !== '')
  }

  return {
    search: text => ask('/api', { q: text, limit: String(mostFound), lang: 'en' }),
    async nearest(point) {
      const query = { lat: String(point.latitude), lon: String(point.longitude), limit: '1', lang: 'en' }
      const [found] = await ask('/reverse', query)
      return found && (distanceMiles(point, found) ?? Infinity) <= nearMiles ? found : null
    },
  }
}
