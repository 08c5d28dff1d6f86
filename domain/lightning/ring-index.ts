import { CapGrid } from '#domain/geo/cap-grid'
import { earthRadiusMiles, isPlace, type Point } from '#domain/geo/distance'
import { measuredLimit, nearMiles, searchMiles, Vantage } from '#domain/geo/nearness'

/** The center of one or more rings, with the radius of the largest. Keys are integers of up to 32 bits. */
export interface Centre extends Point {
  readonly key: number
  readonly reachMiles: number
}

interface Group {
  readonly grid: CapGrid
  readonly reachMiles: number
}

/** Centers of similar reach share a grid, so that a few large rings do not widen the search for all others. */
const groupReachMiles = [8, 16, 32, Infinity]

/**
 * Centers changed since the last sort are at the end and are compared with every strike, so their number is kept small.
 */
const unsortedAtMost = (sorted: number) => 256 + Math.floor(sorted / 256)

/**
 * The rounding error that adding three products may cause in a cosine near 1, with a margin. It amounts to a foot at
 * most.
 */
const cosineRounding = 1e-15

/**
 * Finds the centers that a strike affects, among very many. Follows edits, and queries allocate no memory. Geometry is
 * conservative (I8): it finds everything that is inside on the sphere or on the ellipsoid.
 */
export class RingIndex {
  #groups: Group[] = []
  #farthestMiles = 0
  readonly #slots = new Map<number, number>()
  /** Each slot's unit vector and reach. The vector of a freed slot is NaN, which is near nothing. */
  #vectors = new Float64Array()
  #keys = new Uint32Array()
  /** Each slot's latitude and longitude, as given. */
  #places = new Float64Array()
  #sorted = 0
  #end = 0

  readonly #vantage = new Vantage()
  readonly #newcomer = new Vantage()
  #asking = false
  /** The offsets of the vectors of the centers that may be near the strike. */
  #near = new Uint32Array(64)
  #nearCount = 0
  #hitKeys = new Uint32Array(64)
  #hitMiles = new Float64Array(64)
  readonly #unsortedRun = new Uint32Array(2)

  constructor(centres: Iterable<Centre> = []) {
    const all = Array.from(centres, checked)
    this.#build(all)
    // If a key is given twice, the last value wins, as with set(). This is rare, so the index is rebuilt only then.
    if (this.size < all.length) this.#build(new Map(all.map(centre => [centre.key, centre])).values())
  }

  get size(): number {
    return this.#slots.size
  }

  /** Adds or updates a center. */
  set(centre: Centre): void {
    checked(centre)
    this.delete(centre.key)
    if (this.#end === this.#keys.length) this.compact()
    this.#put(centre)
  }

  delete(key: number): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    this.#vectors[4 * slot] = NaN
  }

  /** Sorts changed centers into the index; happens automatically when there are many. */
  compact(): void {
    this.#build(this.#centres())
  }

  /**
   * Visits every center whose reach, widened by the strike's position error, covers the strike. `miles` is how near the
   * strike may have been, to be compared with a ring's radius plus the same error; people see `distanceMiles` instead.
   * A visit may edit the index, but not query it.
   */
  match(
    latitude: number,
    longitude: number,
    errorMiles: number,
    visit: (key: number, miles: number) => void,
  ): void {
    // Throws instead of finding nothing, because a strike without a valid position does not prove that it was quiet.
    if (!isPlace({ latitude, longitude }) || !isLength(errorMiles)) {
      throw new RangeError(
        `No strike can be at ${latitude}, ${longitude} with an error of ${errorMiles} miles`,
      )
    }
    if (this.#asking) throw new Error('A visit must not query the index')
    const farthest = searchMiles(this.#farthestMiles + errorMiles)
    this.#vantage.stand(latitude, longitude, farthest)
    this.#nearCount = 0
    for (const { grid, reachMiles } of this.#groups) {
      const within = searchMiles(reachMiles + errorMiles)
      this.#gather(grid.runs, grid.findRuns(latitude, longitude, within), within)
    }
    this.#unsortedRun[0] = this.#sorted
    this.#unsortedRun[1] = this.#end
    this.#gather(this.#unsortedRun, 2, farthest)

    const hits = this.#measure(errorMiles)
    const keys = this.#hitKeys
    const miles = this.#hitMiles
    this.#asking = true
    try {
      for (let hit = 0; hit < hits; hit++) visit(keys[hit] as number, miles[hit] as number)
    } finally {
      this.#asking = false
    }
  }

  /*
   * Gathering and measuring are separate loops without calls or branches, so that the compiler keeps arrays and the
   * strike in registers. At a ring's edge, where every other place is outside, there is no branch to mispredict.
   */

  /**
   * Marks the centers in these runs that may be near. Cheap and slightly generous: compares the cosine of the angle.
   */
  #gather(runs: Uint32Array, runsEnd: number, withinMiles: number): void {
    const vectors = this.#vectors
    const { x, y, z } = this.#vantage
    const leastCosine = 1 - (withinMiles / earthRadiusMiles) ** 2 / 2 - cosineRounding
    let near = this.#near
    let count = this.#nearCount
    for (let run = 0; run < runsEnd; run += 2) {
      const from = 4 * (runs[run] as number)
      const to = 4 * (runs[run + 1] as number)
      if (count + to - from > near.length) near = this.#makeRoom(count + to - from)
      for (let at = from; at < to; at += 4) {
        const cosine =
          (vectors[at] as number) * x + (vectors[at + 1] as number) * y + (vectors[at + 2] as number) * z
        near[count] = at
        count += Number(cosine >= leastCosine)
      }
    }
    this.#nearCount = count
  }

  /**
   * Finds the centers among the candidates that are near. Square roots come last, because the earlier loop would wait
   * for each one.
   */
  #measure(errorMiles: number): number {
    const vectors = this.#vectors
    const keys = this.#keys
    const vantage = this.#vantage
    const near = this.#near
    const hitKeys = this.#hitKeys
    const hitMiles = this.#hitMiles
    const count = this.#nearCount
    let hits = 0
    for (let index = 0; index < count; index++) {
      const at = near[index] as number
      const squared = vantage.measureSquared(
        vectors[at] as number,
        vectors[at + 1] as number,
        vectors[at + 2] as number,
      )
      const limit = measuredLimit((vectors[at + 3] as number) + errorMiles)
      hitKeys[hits] = keys[at >>> 2] as number
      hitMiles[hits] = squared
      hits += Number(squared <= limit * limit)
    }
    for (let hit = 0; hit < hits; hit++) hitMiles[hit] = nearMiles(hitMiles[hit] as number)
    return hits
  }

  #makeRoom(count: number): Uint32Array<ArrayBuffer> {
    const near = new Uint32Array(2 * count)
    near.set(this.#near)
    this.#hitKeys = new Uint32Array(near.length)
    this.#hitMiles = new Float64Array(near.length)
    return (this.#near = near)
  }

  #build(centres: Iterable<Centre>): void {
    const grouped = groupReachMiles.map(() => [] as Centre[])
    let size = 0
    for (const centre of centres) {
      grouped[groupReachMiles.findIndex(reach => centre.reachMiles <= reach)]?.push(centre)
      size++
    }
    const capacity = size + unsortedAtMost(size)
    this.#vectors = new Float64Array(4 * capacity)
    this.#keys = new Uint32Array(capacity)
    this.#places = new Float64Array(2 * capacity)
    this.#slots.clear()
    this.#groups = []
    this.#farthestMiles = 0
    this.#end = 0
    for (const group of grouped.filter(({ length }) => length > 0)) {
      const grid = new CapGrid(group)
      const first = this.#end
      for (const centre of grid.sort(group, first)) this.#put(centre)
      const reachMiles = group.reduce((most, centre) => Math.max(most, centre.reachMiles), 0)
      this.#groups.push({ grid, reachMiles })
    }
    this.#sorted = this.#end
  }

  #put(centre: Centre): void {
    const slot = this.#end++
    const { latitude, longitude, reachMiles, key } = centre
    this.#newcomer.stand(latitude, longitude, 0)
    this.#vectors[4 * slot] = this.#newcomer.x
    this.#vectors[4 * slot + 1] = this.#newcomer.y
    this.#vectors[4 * slot + 2] = this.#newcomer.z
    this.#vectors[4 * slot + 3] = reachMiles
    this.#places[2 * slot] = latitude
    this.#places[2 * slot + 1] = longitude
    this.#keys[slot] = key
    this.#slots.set(key, slot)
    this.#farthestMiles = Math.max(this.#farthestMiles, reachMiles)
  }

  *#centres(): Iterable<Centre> {
    const [vectors, places] = [this.#vectors, this.#places]
    for (const [key, slot] of this.#slots) {
      yield {
        key,
        latitude: places[2 * slot] as number,
        longitude: places[2 * slot + 1] as number,
        reachMiles: vectors[4 * slot + 3] as number,
      }
    }
  }
}

function isLength(miles: number): boolean {
  return Number.isFinite(miles) && miles >= 0
}

function checked(centre: Centre): Centre {
  if (!isPlace(centre) || !isLength(centre.reachMiles) || centre.key >>> 0 !== centre.key) {
    const { key, latitude, longitude, reachMiles } = centre
    throw new RangeError(`No center ${key} can reach ${reachMiles} miles around ${latitude}, ${longitude}`)
  }
  return centre
}
