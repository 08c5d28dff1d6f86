/** The benchmark's places, rings and strikes, the same in every run, and a matcher's results. */

export const ringMiles = [6, 10, 15, 30] as const
export const largestRingMiles = 30
/** Added to every ring's radius. */
export const errorMiles = 0.2

export interface Places {
  readonly latitudes: Float64Array
  readonly longitudes: Float64Array
}

interface Area {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

export const unitedStates: Area = { south: 26, north: 48, west: -122, east: -70 }
export const elsewhere: Area = { south: -50, north: 60, west: -20, east: 150 }

export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function placesIn({ south, north, west, east }: Area, count: number, seed: number): Places {
  const next = chance(seed)
  return {
    latitudes: Float64Array.from({ length: count }, () => south + (north - south) * next()),
    longitudes: Float64Array.from({ length: count }, () => west + (east - west) * next()),
  }
}

/** Returns strikes that alternate between storm cells about 20 miles wide. */
export function stormStrikes(count: number, cells = 60): Places {
  const { latitudes, longitudes } = placesIn(unitedStates, cells, 7)
  const next = chance(8)
  const about = (middle: Float64Array) => (_: unknown, strike: number) =>
    (middle[strike % cells] as number) + (next() + next() + next() - 1.5) * 0.4
  return {
    latitudes: Float64Array.from({ length: count }, about(latitudes)),
    longitudes: Float64Array.from({ length: count }, about(longitudes)),
  }
}

const rad = Math.PI / 180

export function haversineMiles(from: Places, at: number, to: Places, there: number): number {
  const [lat, lat2] = [(from.latitudes[at] as number) * rad, (to.latitudes[there] as number) * rad]
  const turn = ((to.longitudes[there] as number) - (from.longitudes[at] as number)) * rad
  const half = Math.sin((lat2 - lat) / 2) ** 2 + Math.cos(lat) * Math.cos(lat2) * Math.sin(turn / 2) ** 2
  return 2 * 6371.0088 * 0.621371 * Math.asin(Math.sqrt(half))
}

const [first, second, third, fourth] = ringMiles

/** Returns the innermost ring that contains a distance, or four if no ring does. */
export function innermostRing(miles: number): number {
  const inner = miles - errorMiles
  return Number(inner > first) + Number(inner > second) + Number(inner > third) + Number(inner > fourth)
}

/** The places found for each strike, encoded as place * 4 + innermost ring. */
export class Found {
  readonly ends: Uint32Array
  matches = new Uint32Array(1 << 20)
  length = 0
  readonly #first = first + errorMiles
  readonly #second = second + errorMiles
  readonly #third = third + errorMiles

  constructor(strikes: number) {
    this.ends = new Uint32Array(strikes)
  }

  add(place: number, ring: number): void {
    if (this.length === this.matches.length) {
      const more = new Uint32Array(2 * this.length)
      more.set(this.matches)
      this.matches = more
    }
    this.matches[this.length++] = place * 4 + ring
  }

  /**
   * Records a place that our index visits for a strike. The radii are fields, because a lookup would cost more than the
   * comparison.
   */
  take(place: number, miles: number): void {
    const ring = Number(miles > this.#first) + Number(miles > this.#second) + Number(miles > this.#third)
    this.add(place, ring)
  }

  /** Clears the results but keeps the allocated memory. */
  clear(): void {
    this.length = 0
  }

  end(strike: number): void {
    this.ends[strike] = this.length
  }

  of(strike: number): Map<number, number> {
    const matches = this.matches.subarray(strike === 0 ? 0 : this.ends[strike - 1], this.ends[strike])
    return new Map(Array.from(matches, match => [match >>> 2, match & 3]))
  }
}

/**
 * The maximum difference between the sphere and the ellipsoid. Our index includes places that are inside on either one.
 */
const doubt = 0.006

/** Throws if two matchers disagree about a strike that is not at a ring's edge. Returns how many are at the edge. */
export function differences(ours: Found, theirs: Found, strikes: Places, places: Places): number {
  let atTheEdge = 0
  for (let strike = 0; strike < theirs.ends.length; strike++) {
    const [mine, other] = [ours.of(strike), theirs.of(strike)]
    for (const place of new Set([...mine.keys(), ...other.keys()])) {
      const [a, b] = [mine.get(place) ?? 4, other.get(place) ?? 4]
      if (a === b) continue
      const miles = haversineMiles(strikes, strike, places, place)
      const between = ringMiles.slice(Math.min(a, b), Math.max(a, b))
      if (!between.every(radius => Math.abs(miles / (radius + errorMiles) - 1) < doubt)) {
        throw new Error(`Strike ${strike} and place ${place}, ${miles} miles apart: ring ${a} or ${b}?`)
      }
      atTheEdge++
    }
  }
  return atTheEdge
}
