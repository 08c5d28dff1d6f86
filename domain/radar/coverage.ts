import { radiansPerDegree } from '#domain/geo/distance'
import { cellCount, middleOf, noCoverage, noEcho, rowAt, type GridPlace } from './grid.ts'
import { usRadars } from './us-radars.ts'

/**
 * The range in which a radar measures rain. Beyond it, even the lowest beam is five kilometers above the ground and
 * misses most precipitation.
 */
const reachKm = 230
const kmPerDegree = 111.195

/**
 * An empty sky for the country: no echo where one of its radars sees rain, and no coverage elsewhere. For composites
 * that do not distinguish the two.
 */
export function emptyUsSky(place: GridPlace): Uint8Array {
  const echoes = new Uint8Array(cellCount(place)).fill(noCoverage)
  const highDegrees = reachKm / kmPerDegree
  for (const [, radarLatitude, radarLongitude] of usRadars) {
    const top = Math.max(0, Math.ceil(rowAt(place, radarLatitude + highDegrees) - 0.5))
    const bottom = Math.min(place.rows, Math.floor(rowAt(place, radarLatitude - highDegrees) + 0.5))
    for (let row = top; row < bottom; row++) {
      const { latitude } = middleOf(place, 0, row)
      const northKm = (latitude - radarLatitude) * kmPerDegree
      const eastKm = Math.sqrt(Math.max(0, reachKm ** 2 - northKm ** 2))
      const shrink = Math.cos(((latitude + radarLatitude) / 2) * radiansPerDegree)
      const eastDegrees = eastKm / (kmPerDegree * shrink)
      const columnOf = (longitude: number) => (longitude - place.west) / place.stepDegrees
      const left = Math.max(0, Math.ceil(columnOf(radarLongitude - eastDegrees) - 0.5))
      const right = Math.min(place.columns, Math.floor(columnOf(radarLongitude + eastDegrees) + 0.5))
      if (right > left) echoes.fill(noEcho, row * place.columns + left, row * place.columns + right)
    }
  }
  return echoes
}
