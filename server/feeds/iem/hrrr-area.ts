import { radiansPerDegree } from '#domain/geo/distance'
import { cellCount, middleOf, noCoverage, noEcho, type GridPlace } from '#domain/radar/grid'

/** The HRRR model's grid, as in its GRIB headers: a Lambert projection with one standard parallel on a sphere. */
const hrrr = {
  earthRadius: 6_371_229,
  parallel: 38.5,
  meridian: -97.5,
  stepMeters: 3000,
  columns: 1799,
  rows: 1059,
  first: { latitude: 21.138123, longitude: -122.719528 },
}

const cone = Math.sin(hrrr.parallel * radiansPerDegree)
const scale =
  (hrrr.earthRadius *
    Math.cos(hrrr.parallel * radiansPerDegree) *
    Math.tan(Math.PI / 4 + (hrrr.parallel * radiansPerDegree) / 2) ** cone) /
  cone

/** Returns a parallel's distance from the apex of the cone. */
const radiusAt = (latitude: number) =>
  scale / Math.tan(Math.PI / 4 + (latitude * radiansPerDegree) / 2) ** cone
const angleAt = (longitude: number) => cone * (longitude - hrrr.meridian) * radiansPerDegree

const left = radiusAt(hrrr.first.latitude) * Math.sin(angleAt(hrrr.first.longitude))
const bottom = -radiusAt(hrrr.first.latitude) * Math.cos(angleAt(hrrr.first.longitude))

/** Returns a location's position in the model's grid: 0 at its first column and row. */
export function hrrrPosition(latitude: number, longitude: number): { column: number; row: number } {
  const [radius, angle] = [radiusAt(latitude), angleAt(longitude)]
  return {
    column: (radius * Math.sin(angle) - left) / hrrr.stepMeters,
    row: (-radius * Math.cos(angle) - bottom) / hrrr.stepMeters,
  }
}

/** Returns a grid without echoes: 'no echo' inside the model's area, and no coverage beyond its edges. */
export function emptyHrrrSky(place: GridPlace): Uint8Array {
  const echoes = new Uint8Array(cellCount(place)).fill(noCoverage)
  const angles = Array.from({ length: place.columns }, (_, column) =>
    angleAt(middleOf(place, column, 0).longitude),
  )
  const sines = angles.map(Math.sin)
  const cosines = angles.map(Math.cos)
  const right = left + (hrrr.columns - 1) * hrrr.stepMeters
  const top = bottom + (hrrr.rows - 1) * hrrr.stepMeters
  for (let row = 0; row < place.rows; row++) {
    const radius = radiusAt(middleOf(place, 0, row).latitude)
    for (let column = 0; column < place.columns; column++) {
      const x = radius * (sines[column] as number)
      const y = -radius * (cosines[column] as number)
      if (x >= left && x <= right && y >= bottom && y <= top) echoes[row * place.columns + column] = noEcho
    }
  }
  return echoes
}
