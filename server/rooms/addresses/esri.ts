import type { FoundPlace } from '#contract/places/locations'
import { distanceMiles, isPlace, type Point } from '#domain/geo/distance'
import type { Upstream } from '#server/platform/upstream/index'
import * as z from 'zod/mini'
import { looksLikeStreetAddress } from './census.ts'
import type { Geocoder } from './find-address.ts'
import { patiently, patienceMs } from './patience.ts'

const mostFound = 10
const mostBytes = 512 * 1024
const nearMiles = 1

const location = z.object({ x: z.number(), y: z.number() })
const candidates = z.object({
  candidates: z.array(z.object({ address: z.string(), location })),
})
const reversed = z.object({ address: z.object({ Match_addr: z.string() }), location })
/** Error responses have status 200. */
const failed = z.object({ error: z.object({ code: z.number() }) })

/** Parses a response; null if the service's error means that it found nothing. */
function documentOf(body: Uint8Array, nothingFound?: number): unknown {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new Error('the response is not complete, or not JSON')
  }
  const refused = failed.safeParse(document)
  if (!refused.success) return document
  const { code } = refused.data.error
  if (code === nothingFound) return null
  throw new Error(
    code === 498 || code === 499 ? 'GEOCODER_TOKEN is not valid' : `it failed with error ${code}`,
  )
}

function placesOf(found: readonly { address: string; location: z.output<typeof location> }[]): FoundPlace[] {
  const places = found
    .map(({ address, location: { x, y } }) => ({ name: address, address, latitude: y, longitude: x }))
    .filter(place => isPlace(place) && Math.abs(place.longitude) <= 180 && place.address.trim() !== '')
  return [...new Map(places.map(place => [place.address, place])).values()].slice(0, mostFound)
}

/** The positions of the addresses the service matched. Throws if the body is not its response. */
export function parseCandidates(body: Uint8Array): FoundPlace[] {
  const parsed = candidates.safeParse(documentOf(body))
  if (!parsed.success) throw new Error('the response is not a list of addresses')
  return placesOf(parsed.data.candidates)
}

/** The address at a point; empty if none is near. */
export function parseReversed(body: Uint8Array): FoundPlace[] {
  const document = documentOf(body, 400)
  if (document === null) return []
  const parsed = reversed.safeParse(document)
  if (!parsed.success) throw new Error('the response is not an address')
  return placesOf([{ address: parsed.data.address.Match_addr, location: parsed.data.location }])
}

export interface EsriDeps {
  readonly upstream: Upstream
  /** The geocoding service's URL, without a trailing slash. */
  readonly baseUrl: string
  readonly token: string
}

/**
 * Calls Esri's geocoding service with the operator's own key. Each search is charged, so only complete street addresses
 * are sent, and none while a person is still typing. Results may be saved with a location, which the service allows for
 * requests that declare it.
 */
export function createEsri({ upstream, baseUrl, token }: EsriDeps): Geocoder {
  async function ask(
    operation: string,
    query: Record<string, string>,
    parse: (body: Uint8Array) => FoundPlace[],
  ): Promise<FoundPlace[]> {
    const all = new URLSearchParams({
      ...query,
      outSR: '4326',
      langCode: 'en',
      forStorage: 'true',
      f: 'json',
      token,
    })
    const { value } = await patiently(
      upstream.read(
        {
          url: `${baseUrl}/${operation}?${all}`,
          accept: 'application/json',
          contentTypes: ['application/json', 'text/plain'],
          maxBytes: mostBytes,
          timeoutMs: patienceMs,
          isOnce: true,
        },
        ({ body }) => parse(body),
      ),
    )
    return value
  }

  return {
    async search(text) {
      if (!looksLikeStreetAddress(text)) return []
      const query = { singleLine: text.trim(), maxLocations: String(mostFound) }
      return ask('findAddressCandidates', query, parseCandidates)
    },
    async nearest(point: Point) {
      const query = { location: `${point.longitude},${point.latitude}` }
      const [found] = await ask('reverseGeocode', query, parseReversed)
      return found && (distanceMiles(point, found) ?? Infinity) <= nearMiles ? found : null
    },
  }
}
