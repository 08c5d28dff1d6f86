import { longitudeOf } from '#domain/geo/mercator'
import {
  colorIndexOf,
  noCoverageColor,
  radarColors,
  roadColors,
  roadConditions,
  type Rgba,
} from '#domain/radar/colors'
import { dbzOf, noCoverage, type RadarGrid } from '#domain/radar/grid'
import { unknownRoad } from '#domain/roads/condition'
import type { DrawableGrid, MapView } from './drawable.ts'
import { closeUp } from './close-up.ts'
import { evenKindOf } from './even-view.ts'
import { frozenPalette, withFrozen } from './frozen.ts'
import { gridRowsOf } from './grid-view.ts'
import { hatched, hatchPhase } from './hatching.ts'
import { nearestRows } from './nearest-rows.ts'
import { createCanvas, encodePng } from './png.ts'
import { smoothRows } from './smooth-rows.ts'

const clear: Rgba = [0, 0, 0, 0]
/** Palette indexes: the first is clear, the last marks missing coverage; snow and ice follow. */
const palettes: Readonly<Record<DrawableGrid['look'], readonly Rgba[]>> = {
  radar: [clear, ...radarColors.map(({ rgba }) => rgba), noCoverageColor],
  roads: Array.from({ length: hatched + 1 }, (_, place): Rgba => {
    const condition = roadConditions[place - 1]
    if (place === hatched) return noCoverageColor
    return condition ? roadColors[condition] : clear
  }),
}
const paletteWithFrozen = [...palettes.radar, ...frozenPalette]
const radarColorOf = Uint8Array.from({ length: 256 }, (_, echo) => {
  if (echo === noCoverage) return hatched
  const dbz = dbzOf(echo)
  return dbz === null ? 0 : colorIndexOf(dbz) + 1
})
const roadColorOf = Uint8Array.from({ length: 256 }, (_, value) => {
  if (value === unknownRoad) return hatched
  return value <= roadConditions.length ? value : 0
})

/** Cells larger than this are smoothed; on smaller ones smoothing would not be visible. */
const smoothFromPixels = 2

/** Images that are entirely clear or uncovered: tiles all have the same size, and most tiles are like that. */
const evenPictures = new Map<string, Uint8Array<ArrayBuffer>>()
const evenAtMost = 16

/** Draws a part of the map: clear where there is no echo, hatched where there is no coverage. */
export function drawGrid(
  grid: RadarGrid,
  look: DrawableGrid['look'],
  view: MapView,
): Uint8Array<ArrayBuffer> {
  const kind = evenKindOf(grid, view)
  if (kind === null) return drawRows(closeUp(grid, view), look, view, grid.grain !== undefined)
  const name = [kind, look, view.width, view.height, hatchPhase(view)].join(' ')
  const known = evenPictures.get(name)
  if (known) return known.slice()
  const drawn = drawRows(grid, look, view, false)
  if (evenPictures.size === evenAtMost) evenPictures.clear()
  evenPictures.set(name, drawn)
  return drawn.slice() // the caller may transfer the bytes to another thread
}

function drawRows(
  grid: RadarGrid,
  look: DrawableGrid['look'],
  view: MapView,
  hasDetail: boolean,
): Uint8Array<ArrayBuffer> {
  const { bounds, width, height } = view
  const degrees = longitudeOf(bounds.east) - longitudeOf(bounds.west)
  const isSmooth = look === 'radar' && (grid.place.stepDegrees * width) / degrees > smoothFromPixels
  const drawRow = isSmooth
    ? smoothRows(grid, view, radarColorOf)
    : nearestRows(grid, view, look === 'radar' ? radarColorOf : roadColorOf)
  const rows = gridRowsOf(grid, view)
  const canvas = createCanvas(width, height)
  const phase = hatchPhase(view)
  for (let y = 0; y < height; y++)
    drawRow(rows[y] as number, phase + y, canvas.bytes, y * canvas.rowBytes + 1)
  const { ground } = grid
  if (look !== 'radar' || !ground) return encodePng(canvas, palettes[look])
  return encodePng(withFrozen(canvas, ground, view, hasDetail), paletteWithFrozen)
}
