import { setImmediate } from 'node:timers/promises'
import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import { compass16 } from '#domain/units/compass'
import { addressOf, loadTowns, type Town } from './towns.ts'
import { regionsOf, addressWords, type Region } from './words.ts'

export interface Nearby {
  readonly place: Town
  readonly distanceMiles: number
  /** A description such as '3.2 mi NW of Norman, OK'. */
  readonly description: string
}

/** Finds towns without an external service. */
export interface Gazetteer {
  /** Towns that typed text may refer to, likeliest first. */
  search(text: string): Promise<Town[]>
  /** The nearest town, unless there is none within 60 miles. */
  nearest(point: Point): Promise<Nearby | null>
}

const mostFound = 10
const mostWords = 12
const farthestMiles = 60
const milesPerDegree = 69
/** Shorter text matches thousands of towns, so only large towns are searched for it. */
const longEnough = 3
const largeFrom = 50_000
/** The number of towns processed before yielding. */
const entriesAtOnce = 2000

interface Entry {
  readonly place: Town
  /** The words of the town's name, separated by spaces. */
  readonly name: string
}

/** Towns by the words of their names, and by square degree. */
interface Index {
  readonly words: readonly string[]
  readonly entriesByWord: ReadonlyMap<string, readonly Entry[]>
  readonly large: readonly Entry[]
  readonly placesByCell: ReadonlyMap<number, readonly Town[]>
}

const cellOf = (row: number, column: number) => row * 360 + ((((column + 180) % 360) + 360) % 360)

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

/** Built in small steps, so that strikes arriving in the meantime do not have to wait. */
async function indexOf(places: readonly Town[]): Promise<Index> {
  const entriesByWord = new Map<string, Entry[]>()
  const placesByCell = new Map<number, Town[]>()
  const large: Entry[] = []
  for (const [at, place] of places.entries()) {
    if (at % 2000 === 1999) await setImmediate()
    const words = addressWords(place.name)
    const entry = { place, name: words.join(' ') }
    if (place.population >= largeFrom) large.push(entry)
    for (const word of new Set(words)) put(entriesByWord, word, entry)
    put(placesByCell, cellOf(Math.floor(place.latitude), Math.floor(place.longitude)), place)
  }
  return { words: [...entriesByWord.keys()].sort(), entriesByWord, large, placesByCell }
}

/** The index of the first sorted word at or after the given one. */
function firstAt(words: readonly string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] as string) < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Towns with a word that has this prefix; exact matches are included however small the town is. */
function* entriesWith({ words, entriesByWord, large }: Index, prefix: string): Generator<Entry> {
  if (prefix.length < longEnough) {
    yield* entriesByWord.get(prefix) ?? []
    yield* large
    return
  }
  for (let at = firstAt(words, prefix); words[at]?.startsWith(prefix); at++) {
    yield* entriesByWord.get(words[at] as string) ?? []
  }
}

function isIn(place: Town, region: Region): boolean {
  return place.country === region.country && (region.state === undefined || place.adminCode === region.state)
}

/**
 * How well a town matches what was typed: its population, times ten for its full name, or times three for the beginning
 * of its name.
 */
function weightOf({ place, name }: Entry, typed: readonly string[]): number {
  if (!typed.every(word => ` ${name}`.includes(` ${word}`))) return 0
  const start = typed.join(' ')
  const times = name === start ? 10 : name.startsWith(start) ? 3 : 1
  return Math.max(place.population, 1) * times
}

const longestOf = (words: readonly string[]) =>
  words.reduce((longest, word) => (word.length > longest.length ? word : longest))

/** Interprets the words as a name, or as a name followed by a state or country. */
async function weigh(index: Index, words: readonly string[]): Promise<Map<Town, number>> {
  const weights = new Map<Town, number>()
  let looked = 0
  for (let end = words.length; end > 0; end--) {
    const typed = words.slice(0, end)
    const regions = end === words.length ? undefined : regionsOf(words.slice(end))
    if (regions?.length === 0) continue
    for (const entry of entriesWith(index, longestOf(typed))) {
      if (++looked % entriesAtOnce === 0) await setImmediate()
      if (regions && !regions.some(region => isIn(entry.place, region))) continue
      const weight = weightOf(entry, typed)
      if (weight > (weights.get(entry.place) ?? 0)) weights.set(entry.place, weight)
    }
  }
  return weights
}

/** Houses, streets and postcodes are not in the gazetteer: leading words are dropped until a town matches. */
async function search(index: Index, text: string): Promise<Town[]> {
  const words = addressWords(text.replace(/\b\d{5}(-\d{4})?\b/g, ' ')).slice(-mostWords)
  for (let start = 0; start < words.length; start++) {
    const weights = await weigh(index, words.slice(start))
    if (weights.size === 0) continue
    return [...weights]
      .sort(([, one], [, other]) => other - one)
      .slice(0, mostFound)
      .map(([place]) => place)
  }
  return []
}

function* placesAround({ placesByCell }: Index, { latitude, longitude }: Point): Generator<Town> {
  const rows = farthestMiles / milesPerDegree
  const shrink = Math.cos((Math.min(Math.abs(latitude) + rows, 90) * Math.PI) / 180)
  const columns = Math.min(rows / Math.max(shrink, 0.001), 179.5)
  for (let row = Math.floor(latitude - rows); row <= Math.floor(latitude + rows); row++) {
    const last = Math.floor(longitude + columns)
    for (let column = Math.floor(longitude - columns); column <= last; column++) {
      yield* placesByCell.get(cellOf(row, column)) ?? []
    }
  }
}

function nearest(index: Index, point: Point): Nearby | null {
  let found: { place: Town; miles: number } | undefined
  for (const place of placesAround(index, point)) {
    const miles = distanceMiles(place, point) ?? Infinity
    if (miles <= (found?.miles ?? farthestMiles)) found = { place, miles }
  }
  if (!found) return null
  const { place, miles } = found
  const bearing = bearingDegrees(place, point)
  const direction = bearing === null ? null : compass16(bearing)
  const away = miles < 0.05 || direction === null ? '' : `${miles.toFixed(1)} mi ${direction} of `
  return { place, distanceMiles: miles, description: away + addressOf(place) }
}

/** Reads the towns on first use. */
export function createGazetteer(load: () => Promise<readonly Town[]> = loadTowns): Gazetteer {
  let loading: Promise<Index> | undefined
  async function index(): Promise<Index> {
    loading ??= load().then(indexOf)
    try {
      return await loading
    } catch (error) {
      loading = undefined // lets the next caller retry
      throw error
    }
  }
  return {
    search: async text => search(await index(), text),
    nearest: async point => nearest(await index(), point),
  }
}
