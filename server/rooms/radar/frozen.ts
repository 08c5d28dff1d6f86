import { colorIndexOf, radarColors, radarRamps, type Rgba } from '#domain/radar/colors'
import { fallingAt, rainFromByte, type Falling } from '#domain/radar/falling'
import type { GroundGrid } from '#domain/radar/grid'
import type { View } from './drawable.ts'
import { columnsOf, rowsOf } from './grid-view.ts'
import { hatched } from './hatching.ts'
import { widened, type Canvas } from './png.ts'

/** Behind the sixteen colours of a picture of rain. */
const firstFrozen = hatched + 1
export const frozenPalette: readonly Rgba[] = [...radarRamps.snow, ...radarRamps.ice].map(({ rgba }) => rgba)

/** What becomes of each colour of a picture of rain where something else falls. */
const dyes: Readonly<Record<Falling, Uint8Array>> = {
  rain: dyeFrom(index => index),
  snow: dyeFrom((_, dbz) => firstFrozen + colorIndexOf(dbz, 'snow')),
  ice: dyeFrom((_, dbz) => firstFrozen + radarRamps.snow.length + colorIndexOf(dbz, 'ice')),
}

function dyeFrom(colorOf: (index: number, dbz: number) => number): Uint8Array {
  return Uint8Array.from({ length: firstFrozen }, (_, index) => {
    const step = radarColors[index - 1]
    return step ? colorOf(index, step.fromDbz) : index
  })
}

/** The rows and columns of pixels beyond which it is too warm for anything but rain; none if it is everywhere. */
function coldPart({ place, halfDegrees }: GroundGrid, columns: Float64Array, rows: Float64Array) {
  const isCold = (column: number, row: number) => {
    const [x, y] = [Math.round(column), Math.round(row)]
    for (let south = Math.max(0, y - 1); south <= Math.min(place.rows - 1, y); south++) {
      for (let east = Math.max(0, x - 1); east <= Math.min(place.columns - 1, x); east++)
        if ((halfDegrees[south * place.columns + east] as number) < rainFromByte) return true
    }
    return false
  }
  // Pixels in the same four coarse cells are alike: one of them is asked for all.
  const starts = (along: Float64Array) =>
    [...along.keys()].filter(
      at => at === 0 || Math.round(along[at] as number) !== Math.round(along[at - 1] as number),
    )
  const [lefts, tops] = [starts(columns), starts(rows)]
  const part = { left: columns.length, right: 0, top: rows.length, bottom: 0 }
  for (const [down, top] of tops.entries()) {
    for (const [along, left] of lefts.entries()) {
      if (!isCold(columns[left] as number, rows[top] as number)) continue
      part.left = Math.min(part.left, left)
      part.right = Math.max(part.right, lefts[along + 1] ?? columns.length)
      part.top = Math.min(part.top, top)
      part.bottom = tops[down + 1] ?? rows.length
    }
  }
  return part
}

/** A picture of rain in which snow and ice have their own colours; as it was where none is to be seen. */
export function withFrozen(rain: Canvas, ground: GroundGrid, view: View): Canvas {
  const columns = columnsOf(ground.place, view).subarray(0, view.width)
  const rows = rowsOf(ground, view)
  const cold = coldPart(ground, columns, rows)
  if (cold.right === 0) return rain
  const canvas = widened(rain)
  for (let y = cold.top; y < cold.bottom; y++) {
    const start = y * canvas.rowBytes + 1
    for (let x = cold.left; x < cold.right; x++) {
      const color = canvas.bytes[start + x] as number
      if (color === 0 || color === hatched) continue
      const falling = fallingAt(ground, columns[x] as number, rows[y] as number)
      canvas.bytes[start + x] = dyes[falling][color] as number
    }
  }
  return canvas
}
