import { latitudeOf, longitudeOf } from '#domain/geo/mercator'
import { colorIndexOf, radarColors, radarRamps, type Rgba } from '#domain/radar/colors'
import { fallingAt, rainFromByte, type Falling } from '#domain/radar/falling'
import { columnAt, rowAt, type GroundGrid } from '#domain/radar/grid'
import type { MapView } from './drawable.ts'
import { gridColumnsOf, gridRowsOf } from './grid-view.ts'
import { hatched } from './hatching.ts'
import { widened, type Canvas } from './png.ts'

/** Palette indexes for snow and ice follow the sixteen colors of a rain image. */
const firstFrozen = hatched + 1
export const frozenPalette: readonly Rgba[] = [...radarRamps.snow, ...radarRamps.ice].map(({ rgba }) => rgba)

/** Maps each rain color to the color where snow or ice falls. */
const dyes: Readonly<Record<Exclude<Falling, 'rain'>, Uint8Array>> = {
  snow: dyeFrom(dbz => firstFrozen + colorIndexOf(dbz, 'snow')),
  ice: dyeFrom(dbz => firstFrozen + radarRamps.snow.length + colorIndexOf(dbz, 'ice')),
}

function dyeFrom(colorOf: (dbz: number) => number): Uint8Array {
  return Uint8Array.of(0, ...radarColors.map(({ fromDbz }) => colorOf(fromDbz)))
}

/** A part of an image in pixels; `right` and `bottom` are excluded. */
interface Part {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The part of an image cold enough for snow or ice; null if there is none. The grid is coarse, so this is fast. */
function coldPart({ place, halfDegrees }: GroundGrid, view: MapView): Part | null {
  const { bounds, width, height } = view
  const [west, east] = [bounds.west, bounds.east].map(x => columnAt(place, longitudeOf(x))) as [
    number,
    number,
  ]
  const [north, south] = [bounds.north, bounds.south].map(y => rowAt(place, latitudeOf(y))) as [
    number,
    number,
  ]
  const whole = { left: 0, right: width, top: 0, bottom: height }
  if (east <= west) return whole // rare: crosses the grid's edge, so all of it is processed
  const cold = { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity }
  const within = (at: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(at)))
  for (let row = within(north - 1, place.rows); row <= within(south + 1, place.rows); row++) {
    for (let column = within(west - 1, place.columns); column <= within(east + 1, place.columns); column++) {
      if ((halfDegrees[row * place.columns + column] as number) >= rainFromByte) continue
      cold.west = Math.min(cold.west, column - 1)
      cold.east = Math.max(cold.east, column + 2)
      cold.north = Math.min(cold.north, row - 1)
      cold.south = Math.max(cold.south, row + 2)
    }
  }
  if (cold.east < cold.west) return null
  // An outer cell extends to the image's edge. Image rows are not evenly spaced in latitude, so all of them are used.
  const pixelOf = (column: number) => Math.round(((column - west) / (east - west)) * width)
  return {
    ...whole,
    left: cold.west <= 0 ? 0 : Math.max(0, pixelOf(cold.west)),
    right: cold.east >= place.columns ? width : Math.min(width, pixelOf(cold.east)),
  }
}

/** A rain image with snow and ice in their own colors; unchanged where there is none. */
export function withFrozen(rain: Canvas, ground: GroundGrid, view: MapView, hasDetail = false): Canvas {
  const cold = coldPart(ground, view)
  if (!cold) return rain
  const columns = gridColumnsOf(ground.place, view)
  const rows = gridRowsOf(ground, view)
  let canvas: Canvas | null = null
  for (let y = cold.top; y < cold.bottom; y++) {
    const start = y * rain.rowBytes + 1
    for (let x = cold.left; x < cold.right; x++) {
      const pair = rain.bytes[start + (x >> 1)] as number
      const color = x % 2 === 0 ? pair >> 4 : pair & 15
      if (color === 0 || color === hatched) continue
      const falling = fallingAt(ground, columns[x] as number, rows[y] as number, hasDetail)
      if (falling === 'rain') continue
      canvas ??= widened(rain)
      canvas.bytes[y * canvas.rowBytes + 1 + x] = dyes[falling][color] as number
    }
  }
  return canvas ?? rain
}
