import { smoothNoise } from './grain.ts'
import type { GroundGrid } from './grid.ts'

/** The precipitation that reaches the ground under an echo. */
export const fallings = ['rain', 'snow', 'ice'] as const
export type Falling = (typeof fallings)[number]

const coldestF = -20
const warmestByte = 255
/** Snow melts within a few degrees above freezing; in between there is a mix, or freezing rain. */
const snowBelowF = 32
const rainFromF = 36

export function groundByteOf(temperatureF: number): number {
  return Math.min(warmestByte, Math.max(0, Math.round(2 * (temperatureF - coldestF))))
}

const snowBelow = groundByteOf(snowBelowF)
/** Warmer than this, everything is rain, and a grid this warm everywhere need not be checked. */
export const rainFromByte = groundByteOf(rainFromF)

function fallingOf(groundByte: number): Falling {
  if (groundByte >= rainFromByte) return 'rain'
  return groundByte < snowBelow ? 'snow' : 'ice'
}

/** How far the made-up temperature varies within a cell, in half degrees, because snow melts in patches. */
const wander = 1.6
const patchesPerCell = 3
const wanderSeed = 0x5c0

/**
 * The variation, from -1 to 1. Constant from frame to frame, because otherwise the rain-snow line would flicker in a
 * loop.
 */
function wanderAt(column: number, row: number): number {
  const [x, y] = [patchesPerCell * column, patchesPerCell * row]
  return 0.6 * smoothNoise(wanderSeed, x, y) + 0.4 * smoothNoise(wanderSeed + 1, 3 * x, 3 * y)
}

/**
 * What falls at a position this many columns and rows from the corner: interpolated between the centers of four coarse
 * cells, and constant beyond the outer ones. Only a simulated sky has detail finer than one cell.
 */
export function fallingAt(
  { place, halfDegrees }: GroundGrid,
  column: number,
  row: number,
  hasDetail = false,
): Falling {
  const { columns, rows } = place
  const x = Math.min(columns - 1, Math.max(0, column - 0.5))
  const y = Math.min(rows - 1, Math.max(0, row - 0.5))
  const [west, north] = [Math.floor(x), Math.floor(y)]
  const [east, south] = [Math.min(columns - 1, west + 1), Math.min(rows - 1, north + 1)]
  const nw = halfDegrees[north * columns + west] as number
  const ne = halfDegrees[north * columns + east] as number
  const sw = halfDegrees[south * columns + west] as number
  const se = halfDegrees[south * columns + east] as number
  const above = nw + (ne - nw) * (x - west)
  const below = sw + (se - sw) * (x - west)
  const value = above + (below - above) * (y - north)
  const isNear = value > snowBelow - wander && value < rainFromByte + wander
  return fallingOf(hasDetail && isNear ? value + wander * wanderAt(column, row) : value)
}
