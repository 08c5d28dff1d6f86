import { CapGrid } from '#domain/geo/cap-grid'
import { earthRadiusMiles, isPlace, type Point } from '#domain/geo/distance'
import { searchMiles, Vantage } from '#domain/geo/nearness'

/** The middle of some rings, with the radius of the largest. */
export interface Centre extends Point {
  readonly key: number
  readonly reachMiles: number
}

interface Group {
  readonly grid: CapGrid
  readonly reachMiles: number
}

/** A few far rings must not make all others be searched far: centres of similar reach share a grid. */
const groupReachMiles = [8, 16, 32, Infinity]

/** Centres changed since the last sorting stand at the end; every strike is compared with them, so they stay few. */
const unsortedAtMost = (sorted: number) => 256 + Math.floor(sorted / 256)

/**
 * Which centres a strike concerns, among very many. It follows edits, and asking costs no memory.
 * Geometry is conservative (I8): nothing is missed that is inside on the sphere or on the ellipsoid.
 */
export class RingIndex {
  #groups: Group[] = []
  #farthestMiles = 0
  readonly #slots = new Map<number, number>()
  /** Of each slot the unit vector and the reach. A slot that was left has no vector: NaN is near nothing. */
  #vectors = new Float64Array()
  #keys = new Float64Array()
  #places = new Float64Array()
  #sorted = 0
  #end = 0

  readonly #vantage = new Vantage()
  readonly #newcomer = new Vantage()
  #asking = false
  /** What may be near the strike in question: slots, and the squares of the chords to them. */
  #nearSlots = new Uint32Array()
  #nearChords = new Float64Array()
  #near = 0
  /** Squared, and as an angle: chords are shorter than their arcs. */
  #longestChord = 0

  constructor(centres: Iterable<Centre> = []) {
    const all = Array.from(centres, checked)
    this.#build(all)
    // Of a key that was given twice the last word counts, as with set(). Rare, so nobody else pays for it.
    if (this.size < all.length) this.#build(new Map(all.map(centre => [centre.key, centre])).values())
  }

  get size(): number {
    return this.#slots.size
  }

  /** A centre is new, has moved or reaches otherwise. */
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

  /** Sorts in what has changed; happens by itself when that has become much. */
  compact(): void {
    this.#build(this.#centres())
  }

  /**
   * Visits every centre whose reach, widened by the error of the strike's position, covers the strike. `miles` is how
   * near it may have been, to be compared with a ring's radius plus the same error; what people are shown is
   * `distanceMiles`. A visit may edit the index, but not ask it.
   */
  match(
    latitude: number,
    longitude: number,
    errorMiles: number,
    visit: (key: number, miles: number) => void,
  ): void {
    // Refused, not answered with nothing: a strike that cannot be placed is no proof of quiet.
    if (!isPlace({ latitude, longitude }) || !isLength(errorMiles)) {
      throw new RangeError(
        `No strike can be at ${latitude}, ${longitude} with an error of ${errorMiles} miles`,
      )
    }
    if (this.#asking) throw new Error('A visit asked the index that it came from')
    const farthest = searchMiles(this.#farthestMiles + errorMiles)
    this.#vantage.stand(latitude, longitude, farthest)
    this.#near = 0
    for (const { grid, reachMiles } of this.#groups) {
      const within = searchMiles(reachMiles + errorMiles)
      this.#longestChord = (within / earthRadiusMiles) ** 2
      const runsEnd = grid.findRuns(latitude, longitude, within)
      for (let run = 0; run < runsEnd; run += 2) {
        this.#gather(grid.runs[run] as number, grid.runs[run + 1] as number)
      }
    }
    this.#longestChord = (farthest / earthRadiusMiles) ** 2
    this.#gather(this.#sorted, this.#end)
    this.#asking = true
    try {
      this.#visitNear(errorMiles, visit)
    } finally {
      this.#asking = false
    }
  }

  /**
   * Notes which slots of a run are near. The loop has no branch: at a ring's edge the processor would guess wrong
   * every other time, which costs more than the whole calculation.
   */
  #gather(from: number, to: number): void {
    this.#makeRoom(this.#near + to - from)
    const [vectors, slots, chords] = [this.#vectors, this.#nearSlots, this.#nearChords]
    const { x, y, z } = this.#vantage
    const longest = this.#longestChord
    let near = this.#near
    for (let slot = from; slot < to; slot++) {
      const dx = (vectors[4 * slot] as number) - x
      const dy = (vectors[4 * slot + 1] as number) - y
      const dz = (vectors[4 * slot + 2] as number) - z
      const chord = dx * dx + dy * dy + dz * dz
      slots[near] = slot
      chords[near] = chord
      near += Number(chord <= longest)
    }
    this.#near = near
  }

  #visitNear(errorMiles: number, visit: (key: number, miles: number) => void): void {
    const [vectors, keys, slots, chords] = [this.#vectors, this.#keys, this.#nearSlots, this.#nearChords]
    const vantage = this.#vantage
    for (let near = 0; near < this.#near; near++) {
      const slot = slots[near] as number
      const miles = vantage.milesTo(chords[near] as number, (vectors[4 * slot + 2] as number) - vantage.z)
      if (miles <= (vectors[4 * slot + 3] as number) + errorMiles) visit(keys[slot] as number, miles)
    }
  }

  #makeRoom(near: number): void {
    if (near <= this.#nearSlots.length) return
    const [slots, chords] = [this.#nearSlots, this.#nearChords]
    this.#nearSlots = new Uint32Array(2 * near)
    this.#nearChords = new Float64Array(2 * near)
    this.#nearSlots.set(slots)
    this.#nearChords.set(chords)
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
    this.#keys = new Float64Array(capacity)
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
  if (!isPlace(centre) || !isLength(centre.reachMiles)) {
    const { key, latitude, longitude, reachMiles } = centre
    throw new RangeError(`Centre ${key} cannot reach ${reachMiles} miles around ${latitude}, ${longitude}`)
  }
  return centre
}
