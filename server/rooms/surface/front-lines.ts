import type { Rgba } from '#domain/radar/colors'
import type { Front, FrontKind } from '#domain/surface/analysis'
import type { DrawableLine, DrawableLines } from '#server/rooms/radar/index'

const cold: Rgba = [30, 80, 220, 255]
const warm: Rgba = [214, 40, 40, 255]
/** A stationary front is both cold and warm, so its segments alternate in color. */
const colors: Readonly<Record<FrontKind, readonly [Rgba, ...Rgba[]]>> = {
  cold: [cold],
  warm: [warm],
  stationary: [cold, warm],
  occluded: [[140, 50, 180, 255]],
  trough: [[150, 96, 40, 255]],
}
const widthPixels = 3

/** Fronts as an image: only lines, because the map itself draws the symbols. */
export function frontLines(fronts: readonly Front[]): DrawableLines {
  return { kind: 'lines', lines: fronts.flatMap(piecesOf) }
}

function piecesOf({ kind, line }: Front): DrawableLine[] {
  const [first, ...others] = colors[kind]
  const points = line.map(({ latitude, longitude }) => [longitude, latitude] as const)
  if (others.length === 0) return [{ color: first, widthPixels, points }]
  const inTurn = [first, ...others]
  return points.slice(1).map((_, index) => ({
    color: inTurn[index % inTurn.length] ?? first,
    widthPixels,
    points: points.slice(index, index + 2),
  }))
}
