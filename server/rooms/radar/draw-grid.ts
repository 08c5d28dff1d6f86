import { latitudeOf, longitudeOf } from '#domain/geo/mercator'
import {
  colorIndexOf,
  noCoverageColor,
  radarColors,
  roadColors,
  roadConditions,
  type Rgba,
} from '#domain/radar/colors'
import {
  columnAt,
  dbzOf,
  noCoverage,
  noEcho,
  rowAt,
  type GridPlace,
  type RadarGrid,
} from '#domain/radar/grid'
import type { DrawableGrid, View } from './drawable.ts'
import { occupiedIn, pieceCells, pieceKinds, piecesAcross } from './occupied.ts'
import { createCanvas, encodePng } from './png.ts'

const clear: Rgba = [0, 0, 0, 0]
const hatched = 15
/** The place of a colour in the palette: the first one is clear, the last one is for what nobody sees. */
const palettes: Readonly<Record<DrawableGrid['look'], readonly Rgba[]>> = {
  radar: [clear, ...radarColors.map(({ rgba }) => rgba), noCoverageColor],
  roads: [clear, ...roadConditions.map(condition => roadColors[condition])],
}
const radarIndex = Uint8Array.from({ length: 256 }, (_, echo) => {
  if (echo === noCoverage) return hatched
  const dbz = dbzOf(echo)
  return dbz === null ? 0 : colorIndexOf(dbz) + 1
})
const roadIndex = Uint8Array.from({ length: 256 }, (_, value) => (value <= roadConditions.length ? value : 0))

/** Cells larger than this are drawn smooth; smaller ones would not show it. */
const smoothFromPixels = 2
/** Every so many pixels, a power of two, a line of two: it meets itself across the edges of tiles. */
const hatchEvery = 8
const hatchWidth = 2

/** The picture of a part of the map. Where nothing is, it is clear; where nobody looks, it is hatched. */
export function drawGrid(grid: RadarGrid, look: DrawableGrid['look'], view: View): Uint8Array<ArrayBuffer> {
  const { bounds, width, height } = view
  const degrees = longitudeOf(bounds.east) - longitudeOf(bounds.west)
  const isSmooth = look === 'radar' && (grid.place.stepDegrees * width) / degrees > smoothFromPixels
  const row = isSmooth
    ? smoothRows(grid, view)
    : nearestRows(grid, view, look === 'radar' ? radarIndex : roadIndex)
  const rows = rowsOf(grid, view)
  // In fours, as they are packed. What is beyond the width stays empty: it falls on the next row's first byte, a zero.
  const indices = new Uint8Array(4 * Math.ceil(width / 4))
  const canvas = createCanvas(width, height)
  const hatch = hatchPhase(view)
  for (let y = 0; y < height; y++) {
    if (!row(rows[y] as number, indices)) continue
    pack(indices, hatch + y, canvas.bytes, y * canvas.rowBytes + 1)
  }
  return encodePng(canvas, palettes[look])
}

/** The byte of two hatched pixels, by how far the hatching has come at the first of them. */
const hatchBytes = Uint8Array.from({ length: hatchEvery }, (_, phase) => {
  const at = (place: number) => (place % hatchEvery < hatchWidth ? hatched : 0)
  return (at(phase) << 4) | at(phase + 1)
})
const fourHatched = hatched * 0x01010101

/** Two pixels into a byte, four of them at a time, since most are empty or hatched; of what is hatched only the lines. */
function pack(indices: Uint8Array, phase: number, bytes: Uint8Array, start: number) {
  const fours = new Uint32Array(indices.buffer)
  const hatch = (color: number, x: number) =>
    color === hatched && ((phase + x) & (hatchEvery - 1)) >= hatchWidth ? 0 : color
  for (let four = 0, x = 0, at = start; four < fours.length; four++, x += 4, at += 2) {
    const all = fours[four] as number
    if (all === 0) continue
    if (all === fourHatched) {
      bytes[at] = hatchBytes[(phase + x) & (hatchEvery - 1)] as number
      bytes[at + 1] = hatchBytes[(phase + x + 2) & (hatchEvery - 1)] as number
      continue
    }
    bytes[at] = (hatch(indices[x] as number, x) << 4) | hatch(indices[x + 1] as number, x + 1)
    bytes[at + 1] = (hatch(indices[x + 2] as number, x + 2) << 4) | hatch(indices[x + 3] as number, x + 3)
  }
}

/** Finds the palette's places of one row of the picture, which lies in this row of the grid; false if it is empty. */
type DrawRow = (row: number, into: Uint8Array) => boolean

/** Pixels beside each other whose cells, with their neighbours to the east, lie in one piece of the grid. */
interface Run {
  readonly piece: number
  readonly from: number
  readonly to: number
}

/** Columns are -1 beyond the grid, and so is the piece. */
function runsOf(columns: Int32Array): Run[] {
  const runs: Run[] = []
  let from = 0
  const pieceOf = (x: number) => Math.floor((columns[x] as number) / pieceCells)
  for (let x = 1; x <= columns.length; x++) {
    if (x < columns.length && pieceOf(x) === pieceOf(from)) continue
    runs.push({ piece: pieceOf(from), from, to: x })
    from = x
  }
  return runs
}

/** Where in the grid each column of the picture lies, in cells from the first one's edge. */
function columnsOf(place: GridPlace, { bounds, width }: View): Float64Array {
  const perPixel = (bounds.east - bounds.west) / width
  const columns = new Float64Array(width)
  for (let x = 0; x < width; x++)
    columns[x] = columnAt(place, longitudeOf(bounds.west + (x + 0.5) * perPixel))
  return columns
}

function rowsOf({ place }: RadarGrid, { bounds, height }: View): Float64Array {
  const perPixel = (bounds.north - bounds.south) / height
  const rows = new Float64Array(height)
  for (let y = 0; y < height; y++) rows[y] = rowAt(place, latitudeOf(bounds.north - (y + 0.5) * perPixel))
  return rows
}

/** The cells that lie so much further west; -1 beyond the grid. */
function wholeOf(columns: Float64Array, across: number, west: number): Int32Array {
  const whole = new Int32Array(columns.length)
  for (let x = 0; x < columns.length; x++) {
    const column = columns[x] as number
    whole[x] = column >= 0 && column < across ? Math.max(0, Math.floor(column - west)) : -1
  }
  return whole
}

/** How far the hatching has come at the picture's corner, counted from the corner of the world. */
function hatchPhase({ bounds, width, height }: View): number {
  const x = Math.round((bounds.west * width) / (bounds.east - bounds.west))
  const y = Math.round((-bounds.north * height) / (bounds.north - bounds.south))
  return (x + y) & (hatchEvery - 1)
}

function nearestRows(grid: RadarGrid, view: View, index: Uint8Array): DrawRow {
  const { place, echoes } = grid
  const beyond = index[noCoverage] as number
  const columns = wholeOf(columnsOf(place, view), place.columns, 0)
  const [runs, occupied, across] = [runsOf(columns), occupiedIn(grid), piecesAcross(grid)]

  function nearestRun(start: number, from: number, to: number, into: Uint8Array) {
    for (let x = from; x < to; x++)
      into[x] = index[echoes[start + (columns[x] as number)] as number] as number
  }

  let last = Number.NaN
  let isEmpty = true
  return (row, into) => {
    const own = Math.floor(row)
    if (own === last) return !isEmpty // what stands there already
    last = own
    into.fill(0)
    isEmpty = true
    const isRow = row >= 0 && row < place.rows
    for (const { piece, from, to } of runs) {
      const kind = isRow && piece >= 0 ? occupied[own * across + piece] : pieceKinds.unseen
      if (kind === pieceKinds.empty) continue
      isEmpty = false
      if (kind === pieceKinds.unseen) into.fill(beyond, from, to)
      else nearestRun(own * place.columns, from, to, into)
    }
    return !isEmpty
  }
}

const isEcho = Uint8Array.from({ length: 256 }, (_, echo) => (echo === noEcho || echo === noCoverage ? 0 : 1))

/**
 * Between the middles of four cells. There is an echo where cells with an echo have at least half of the weight, and
 * it is the mean of theirs alone: the edge of a shower is rounded, and no drizzle is drawn around it that nobody saw.
 */
function smoothRows(grid: RadarGrid, view: View): DrawRow {
  const { place, echoes } = grid
  const columns = columnsOf(place, view)
  const wests = wholeOf(columns, place.columns, 0.5)
  const [runs, occupied, across] = [runsOf(wests), occupiedIn(grid), piecesAcross(grid)]

  function smoothRun({ from, to }: Run, row: number, above: number, below: number, into: Uint8Array) {
    const down = Math.max(0, row - 0.5 - above)
    const [north, south, own] = [
      above * place.columns,
      below * place.columns,
      Math.floor(row) * place.columns,
    ]
    for (let x = from; x < to; x++) {
      const west = wests[x] as number
      const east = west + 1 < place.columns ? west + 1 : west
      const nw = echoes[north + west] as number
      const ne = echoes[north + east] as number
      const sw = echoes[south + west] as number
      const se = echoes[south + east] as number
      if (nw === se && nw === ne && nw === sw) into[x] = radarIndex[nw] as number
      else if (echoes[own + Math.floor(columns[x] as number)] === noCoverage) into[x] = hatched
      else {
        const along = Math.max(0, (columns[x] as number) - 0.5 - west)
        const nwShare = (1 - along) * (1 - down) * (isEcho[nw] as number)
        const neShare = along * (1 - down) * (isEcho[ne] as number)
        const swShare = (1 - along) * down * (isEcho[sw] as number)
        const seShare = along * down * (isEcho[se] as number)
        const share = nwShare + neShare + swShare + seShare
        const sum = nwShare * nw + neShare * ne + swShare * sw + seShare * se
        into[x] = share < 0.5 ? 0 : (radarIndex[Math.round(sum / share)] as number)
      }
    }
  }

  return (row, into) => {
    into.fill(0)
    const isRow = row >= 0 && row < place.rows
    const above = Math.max(0, Math.floor(row - 0.5))
    const below = Math.min(place.rows - 1, above + 1)
    let isEmpty = true
    for (const run of runs) {
      const isIn = isRow && run.piece >= 0
      const kind = isIn ? occupied[above * across + run.piece] : pieceKinds.unseen
      const isEven = !isIn || kind === occupied[below * across + run.piece]
      if (isEven && kind === pieceKinds.empty) continue
      isEmpty = false
      if (isEven && kind === pieceKinds.unseen) into.fill(hatched, run.from, run.to)
      else smoothRun(run, row, above, below, into)
    }
    return !isEmpty
  }
}
