import type { BaseName } from './colours.ts'

/** The symbols along fronts, rasterized point by point, without image files. */

export type Rgb = readonly [red: number, green: number, blue: number]

/** Whether a point of the unit square is inside a symbol. y points up from the line. */
type Shape = (x: number, y: number) => boolean

const triangle: Shape = (x, y) => Math.abs(x - 0.5) <= (1 - y) / 2
const halfDisc: Shape = (x, y) => (x - 0.5) ** 2 + y ** 2 <= 0.25

const sizePx = 26
/** This many samples per pixel in each direction, for soft edges. */
const looks = 4

function cover(shape: Shape, column: number, row: number): number {
  let inside = 0
  for (let at = 0; at < looks * looks; at++) {
    const x = (column + ((at % looks) + 0.5) / looks) / sizePx
    const y = 1 - (row + (Math.floor(at / looks) + 0.5) / looks) / sizePx
    if (shape(x, y)) inside++
  }
  return inside / (looks * looks)
}

function draw(...signs: readonly (readonly [Shape, Rgb])[]): ImageData {
  const image = new ImageData(sizePx * signs.length, sizePx)
  signs.forEach(([shape, colour], place) => {
    for (let row = 0; row < sizePx; row++)
      for (let column = 0; column < sizePx; column++) {
        const at = (row * image.width + place * sizePx + column) * 4
        image.data.set([...colour, Math.round(255 * cover(shape, column, row))], at)
      }
  })
  return image
}

export type FrontName = 'cold' | 'warm' | 'occluded' | 'trough'

/** The weather services' colors, lighter on a dark base. */
export const frontColours: Readonly<Record<BaseName, Readonly<Record<FrontName, Rgb>>>> = {
  light: { cold: [30, 80, 220], warm: [214, 40, 40], occluded: [140, 50, 180], trough: [150, 96, 40] },
  dark: { cold: [96, 150, 255], warm: [250, 105, 95], occluded: [196, 120, 240], trough: [214, 156, 92] },
}

/** The names in the legend and on the map. */
export const frontNames = {
  cold: 'Cold front',
  warm: 'Warm front',
  stationary: 'Stationary front',
  occluded: 'Occluded front',
  trough: 'Trough',
} as const

const bases = ['light', 'dark'] as const satisfies readonly BaseName[]

/** Symbols by their name on the map, at twice the displayed resolution. */
export function frontSymbols(): ReadonlyMap<string, ImageData> {
  return new Map(
    bases.flatMap(base => {
      const { cold, warm, occluded } = frontColours[base]
      return [
        [`front-cold-${base}`, draw([triangle, cold])],
        [`front-warm-${base}`, draw([halfDisc, warm])],
        [`front-occluded-${base}`, draw([triangle, occluded], [halfDisc, occluded])],
      ] as const
    }),
  )
}
