import type { FoundPlace } from '#contract/places/locations'
import { distanceMiles, isPlace } from '#domain/geo/distance'
import type { Upstream } from '#server/platform/upstream/index'
import * as z from 'zod/mini'
import type { Geocoder } from './find-address.ts'
import { patiently, patienceMs } from './patience.ts'

const mostFound = 10
const mostBytes = 512 * 1024
const nearMiles = 1

const text = z.optional(z.string())
/** Nominatim sends degrees as text. */
const degrees = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform(given => (typeof given === 'string' && given.trim() === '' ? NaN : Number(given))),
)
const place = z.object({
  lat: degrees,
  lon: degrees,
  name: text,
  display_name: z.string(),
  address: z.optional(
    z.object({
      house_number: text,
      road: text,
      city: text,
      town: text,
      village: text,
      hamlet: text,
      state: text,
      postcode: text,
      country: text,
    }),
  ),
})
const places = z.array(place)
const nothingThere = z.object({ error: z.string() })

/** An address such as '4 Pennsylvania Plaza, New York, New York 10001', with the known parts. */
function addressOf({ address = {}, display_name }: z.output<typeof place>): string {
  const { house_number, road, city, town, village, hamlet, state, postcode, country } = address
  // A road without a town would be ambiguous.
  const settlement = city ?? town ?? village ?? hamlet
  if (road === undefined || settlement === undefined) return display_name
  const street = [house_number, road].filter(Boolean).join(' ')
  const region = [state, postcode].filter(Boolean).join(' ')
  return [street, settlement, region || country].filter(Boolean).join(', ')
}

function placeOf(found: z.output<typeof place>): FoundPlace {
  const address = addressOf(found)
  // The displayed line may start with the place's name, such as a stadium's; for a house it starts with the number.
  const [first = address] = found.display_name.split(', ')
  const name = found.name || (/^\d/.test(first) ? address : first)
  return { name, address, latitude: found.lat, longitude: found.lon }
}

/** The results of a Nominatim server. Throws if the body is not its response. */
export function parseNominatim(body: Uint8Array): FoundPlace[] {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new Error('the response is not complete, or not JSON')
  }
  // A point in the sea has no address.
  if (nothingThere.safeParse(document).success) return []
  const parsed = places.safeParse(Array.isArray(document) ? document : [document])
  if (!parsed.success) throw new Error('the response is not a list of places')
  return parsed.data
    .map(placeOf)
    .filter(found => isPlace(found) && Math.abs(found.longitude) <= 180 && found.address !== '')
    .slice(0, mostFound)
}

/** Calls the operator's own Nominatim server, which may be called while a person types. */
export function createNominatim(upstream: Upstream, baseUrl: string): Geocoder {
  async function ask(path: string, query: Record<string, string>): Promise<FoundPlace[]> {
    const all = new URLSearchParams({
      ...query,
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'en',
    })
    const { value } = await patiently(
      upstream.read(
        {
          url: `${baseUrl}${path}?${all}`,
          accept: 'application/json',
          contentTypes: ['application/json'],
          maxBytes: mostBytes,
          timeoutMs: patienceMs,
          isOnce: true,
        },
        ({ body }) => parseNominatim(body),
      ),
    )
    return value
  }

  return {
    search: words => ask('/search', { q: words, limit: String(mostFound) }),
    async nearest(point) {
      const [found] = await ask('/reverse', { lat: String(point.latitude), lon: String(point.longitude) })
      return found && (distanceMiles(point, found) ?? Infinity) <= nearMiles ? found : null
    },
  }
}
