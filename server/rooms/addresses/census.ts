import type { FoundPlace } from '#contract/places/locations'
import { isPlace } from '#domain/geo/distance'
import { dayMs, type Clock } from '#server/platform/clock'
import { UpstreamFailure, type Upstream } from '#server/platform/upstream/index'
import * as z from 'zod/mini'
import type { Geocoder } from './find-address.ts'
import { patiently, patienceMs } from './patience.ts'

/** The Census Bureau's geocoder, which covers only streets in the United States. */
export const censusHost = 'geocoding.geo.census.gov'

const mostFound = 10
const mostBytes = 512 * 1024
/** If more requests than this are waiting, the gazetteer answers right away, so that no one waits long in the queue. */
const mostWaiting = 3
const keptMs = dayMs
const mostKept = 1000
const leastLength = 10
const leastWords = 3

const match = z.object({
  matchedAddress: z.string(),
  coordinates: z.object({ x: z.number(), y: z.number() }),
})
const answer = z.object({ result: z.object({ addressMatches: z.array(match) }) })

/** Directions and numbered roads stay in capitals. */
const inCapitals = /^(N|S|E|W|NE|NW|SE|SW|US|FM|CR)$/

function capitalized(text: string): string {
  return text
    .split(' ')
    .map(word =>
      inCapitals.test(word)
        ? word
        : word.toLowerCase().replace(/^\p{L}|-\p{L}/gu, first => first.toUpperCase()),
    )
    .join(' ')
}

/** Formats '1320 S DIXIE HWY, CORAL GABLES, FL, 33146' as people write it. */
function addressOf(matched: string): string {
  const [, street, state, zip] = /^(.+), ([A-Z]{2}), (\d{5})$/.exec(matched) ?? []
  return street === undefined ? capitalized(matched) : `${capitalized(street)}, ${state} ${zip}`
}

/** The positions of the addresses the geocoder matched. Throws if the body is not its response. */
export function parseCensus(body: Uint8Array): FoundPlace[] {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new Error('the response is not complete, or not JSON')
  }
  const parsed = answer.safeParse(document)
  if (!parsed.success) throw new Error('the response is not a list of addresses')
  const places = parsed.data.result.addressMatches
    .filter(({ matchedAddress }) => matchedAddress.trim() !== '')
    .map(({ matchedAddress, coordinates }) => {
      const address = addressOf(matchedAddress.trim())
      return { name: address, address, latitude: coordinates.y, longitude: coordinates.x }
    })
    .filter(place => isPlace(place) && Math.abs(place.longitude) <= 180)
  return [...new Map(places.map(place => [place.address, place])).values()].slice(0, mostFound)
}

const normalized = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#/-]+/gu, ' ')
    .trim()

/**
 * Whether text looks like a street address. Requires a house number and at least three words: partial input and
 * coordinates are not sent.
 */
export function looksLikeStreetAddress(text: string): boolean {
  const [number = '', ...words] = normalized(text).split(' ')
  return (
    text.trim().length >= leastLength &&
    /^\d{1,6}(-\d+)?[a-z]?$/.test(number) &&
    words.length >= leastWords &&
    words.some(word => /\p{L}{2}/u.test(word))
  )
}

export interface CensusDeps {
  readonly upstream: Upstream
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly clock: Clock
}

export function createCensus({ upstream, baseUrl, clock }: CensusDeps): Geocoder {
  const known = new Map<string, { readonly places: FoundPlace[]; readonly untilMs: number }>()
  let waiting = 0

  async function ask(address: string): Promise<FoundPlace[]> {
    const query = new URLSearchParams({ address, benchmark: 'Public_AR_Current', format: 'json' })
    waiting++
    try {
      const { value: places } = await upstream.read(
        {
          url: `${baseUrl}/geocoder/locations/onelineaddress?${query}`,
          accept: 'application/json',
          contentTypes: ['application/json'],
          maxBytes: mostBytes,
          timeoutMs: patienceMs,
        },
        ({ body }) => parseCensus(body),
      )
      keep(normalized(address), places)
      return places
    } finally {
      waiting--
    }
  }

  function keep(text: string, places: FoundPlace[]) {
    known.delete(text)
    known.set(text, { places, untilMs: clock.monotonicMs() + keptMs })
    const [oldest] = known.keys()
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
  }

  return {
    async search(text) {
      if (!looksLikeStreetAddress(text)) return []
      const kept = known.get(normalized(text))
      if (kept && kept.untilMs > clock.monotonicMs()) return kept.places
      if (waiting >= mostWaiting) throw new UpstreamFailure('Too many addresses are being searched for')
      // A late response is cached for the next search.
      return patiently(ask(text.trim().replace(/\s+/g, ' ')))
    },
    // For a point the geocoder returns the county, not an address.
    nearest: async () => null,
  }
}
