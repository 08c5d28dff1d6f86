import { noCoverage, noEcho, type RadarGrid } from '#domain/radar/grid'
import type { MapView } from './drawable.ts'
import { gridColumnsOf, runsOf, wholeOf, type DrawRow, type PixelRun } from './grid-view.ts'
import { hatched, pairOf } from './hatching.ts'
import { occupiedIn, pieceKinds, piecesAcross } from './occupied.ts'

const isEcho = Uint8Array.from({ length: 256 }, (_, echo) => (echo === noEcho || echo === noCoverage ? 0 : 1))

/** Adjacent pixels between the centers of the same cells. */
interface Span {
  readonly from: number
  readonly to: number
  readonly west: number
  readonly east: number
}

function spansOf(wests: Int32Array, across: number, run: PixelRun): Span[] {
  const spans: Span[] = []
  for (let from = run.from, to = from + 1; from < run.to; from = to++) {
    const west = wests[from] as number
    while (to < run.to && wests[to] === west) to++
    spans.push({ from, to, west, east: Math.min(west + 1, across - 1) })
  }
  return spans
}

/**
 * Interpolates between the centers of four cells. There is an echo where cells with an echo have at least half of the
 * weight, and its strength is the mean of only those cells: a shower's edge is rounded, without drawing drizzle around
 * it that was not observed.
 */
export function smoothRows(grid: RadarGrid, view: MapView, colorOf: Uint8Array): DrawRow {
  const { place, echoes } = grid
  const columns = gridColumnsOf(place, view)
  const wests = wholeOf(columns, place.columns, 0.5)
  const alongs = columns.map((column, x) => Math.max(0, column - 0.5 - (wests[x] as number)))
  const [occupied, across] = [occupiedIn(grid), piecesAcross(grid)]
  const runs = runsOf(wests).map(run => ({ ...run, spans: spansOf(wests, place.columns, run) }))

  const colors = new Uint8Array(columns.length)
  // For the pixel rows between the same two cell rows: the runs to draw, and the parts that change with each row.
  let drawn: PixelRun[] = []
  let uneven: Span[] = []
  let lastAbove = Number.NaN

  function kindOf({ piece, pieceToo }: PixelRun, above: number, below: number) {
    if (above < 0 || piece < 0) return pieceKinds.unseen
    const kind = occupied[above * across + piece]
    const isEven =
      kind === occupied[above * across + pieceToo] &&
      kind === occupied[below * across + piece] &&
      kind === occupied[below * across + pieceToo]
    return isEven ? kind : pieceKinds.mixed
  }

  function paint({ from, to }: Span, color: number) {
    for (let x = from; x < to; x++) colors[x] = color
  }

  function startBelow(above: number, below: number) {
    drawn = []
    uneven = []
    const [north, south] = [above * place.columns, below * place.columns]
    for (const run of runs) {
      const kind = kindOf(run, above, below)
      if (kind === pieceKinds.empty) continue
      drawn.push(run)
      if (kind === pieceKinds.unseen) {
        colors.fill(hatched, run.from, run.to)
        continue
      }
      for (let index = 0; index < run.spans.length; index++) {
        const span = run.spans[index] as Span
        const nw = echoes[north + span.west] as number
        const isEven =
          nw === echoes[north + span.east] &&
          nw === echoes[south + span.west] &&
          nw === echoes[south + span.east]
        if (isEven) paint(span, colorOf[nw] as number)
        else uneven.push(span)
      }
    }
  }

  function smooth({ from, to, west, east }: Span, row: number, above: number, below: number) {
    const down = Math.max(0, row - 0.5 - above)
    const nw = echoes[above * place.columns + west] as number
    const ne = echoes[above * place.columns + east] as number
    const sw = echoes[below * place.columns + west] as number
    const se = echoes[below * place.columns + east] as number
    const nwShare = (1 - down) * (isEcho[nw] as number)
    const neShare = (1 - down) * (isEcho[ne] as number)
    const swShare = down * (isEcho[sw] as number)
    const seShare = down * (isEcho[se] as number)
    const westShare = nwShare + swShare
    const eastShare = neShare + seShare
    const westSum = nwShare * nw + swShare * sw
    const eastSum = neShare * ne + seShare * se
    for (let x = from; x < to; x++) {
      const along = alongs[x] as number
      const share = westShare + along * (eastShare - westShare)
      const sum = westSum + along * (eastSum - westSum)
      colors[x] = share < 0.5 ? 0 : (colorOf[(sum / share + 0.5) | 0] as number)
    }
    if (nw !== noCoverage && ne !== noCoverage && sw !== noCoverage && se !== noCoverage) return
    const own = Math.floor(row) * place.columns
    for (let x = from; x < to; x++)
      if (echoes[own + Math.floor(columns[x] as number)] === noCoverage) colors[x] = hatched
  }

  return (row, phase, bytes, start) => {
    const isRow = row >= 0 && row < place.rows
    const above = isRow ? Math.max(0, Math.floor(row - 0.5)) : -1
    const below = Math.min(place.rows - 1, above + 1)
    if (above !== lastAbove) startBelow(above, below)
    lastAbove = above
    for (let index = 0; index < uneven.length; index++) smooth(uneven[index] as Span, row, above, below)
    for (const { from, to } of drawn) {
      for (let x = from, at = start + (from >> 1); x < to; x += 2, at++)
        bytes[at] = pairOf(colors[x] as number, colors[x + 1] as number, phase + x)
    }
  }
}
