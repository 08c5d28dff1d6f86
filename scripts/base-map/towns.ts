import type { Feature } from 'geojson'
import type { Town } from '#server/rooms/addresses/towns'

/** The zooms at which the largest towns are labeled, and at which all that fit are. */
const labelZooms = { first: 2, last: 10, lastAbroad: 8 }
/** The space that a name takes, in pixels. */
const roomAcross = 52
const roomDown = 20
const pixelsPerTile = 512

/** The population steps of the Protomaps schema. A million people have rank 12. */
const populationSteps = [
  1e9, 1e8, 5e7, 2e7, 1e7, 5e6, 1e6, 5e5, 2e5, 1e5, 5e4, 2e4, 1e4, 5e3, 2e3, 1e3, 200, 0,
]

export function populationRank(population: number): number {
  return populationSteps.length - populationSteps.findIndex(step => population >= step)
}

/** Returns the position across and down the world, from 0 to 1. */
function projected({ latitude, longitude }: Town): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Yields each town with the first zoom at which no larger one is too close. Towns that never fit are omitted. */
function* withLabelZoom(largestFirst: readonly Town[]): Generator<[Town, number]> {
  const takenByZoom = Array.from({ length: labelZooms.last + 1 }, () => new Set<number>())
  for (const place of largestFirst) {
    const [across, down] = projected(place)
    const last = place.country === 'US' ? labelZooms.last : labelZooms.lastAbroad
    let isNamed = false
    for (let zoom = labelZooms.first; zoom <= last; zoom++) {
      const pixels = pixelsPerTile * 2 ** zoom
      const cell = cellAt(Math.floor((across * pixels) / roomAcross), Math.floor((down * pixels) / roomDown))
      const taken = takenByZoom[zoom] ?? new Set()
      if (!isNamed && neighbors.some(step => taken.has(cell + step))) continue
      if (!isNamed) yield [place, zoom]
      isNamed = true
      taken.add(cell)
    }
  }
}

/** Returns a cell as one number. The factor exceeds the number of rows at any zoom. */
const cellAt = (column: number, row: number) => column * 0x100000 + row
const neighbors = [-1, 0, 1].flatMap(column => [-1, 0, 1].map(row => cellAt(column, row)))

/** Towns by the first zoom at which they are on the map. */
export function townsByZoom(places: readonly Town[], deepestZoom: number): Map<number, Feature[]> {
  // Ties are sorted by name, to make the build reproducible.
  const largestFirst = places.toSorted(
    (one, other) => other.population - one.population || (one.name < other.name ? -1 : 1),
  )
  const byZoom = new Map<number, Feature[]>()
  for (const [{ name, latitude, longitude, population }, zoom] of withLabelZoom(largestFirst)) {
    const tileZoom = Math.min(zoom, deepestZoom)
    const features = byZoom.get(tileZoom) ?? []
    byZoom.set(tileZoom, features)
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { kind: 'locality', name, min_zoom: zoom, population_rank: populationRank(population) },
    })
  }
  return byZoom
}
