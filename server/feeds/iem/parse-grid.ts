import { emptyUsSky } from '#domain/radar/coverage'
import { radarColors } from '#domain/radar/colors'
import {
  cellCount,
  coarser,
  continentalUsPlace,
  echoOf,
  noCoverage,
  noEcho,
  type GridPlace,
} from '#domain/radar/grid'
import { pngSamples } from '#server/platform/png-samples'
import { emptyHrrrSky } from './hrrr-area.ts'

/** The weakest echo that is drawn anywhere. Weaker ones are mostly birds, dust and the ground. */
const weakestEcho = echoOf(radarColors[0]?.fromDbz ?? NaN)

/** The meaning of a palette index: nothing was seen at 0, then from -32 dBZ in steps of half a dBZ. */
export const echoOfIndex = Uint8Array.from({ length: 256 }, (_, index) => {
  const echo = index === 0 ? noEcho : echoOf((index - 1) / 2 - 32)
  return echo < weakestEcho ? noEcho : echo
})

/** An image as palette indexes, from the northwest corner of the grid made from it. */
export interface IndexedPicture {
  readonly width: number
  readonly height: number
  readonly samples: Uint8Array
}

/**
 * Reduces the image to coarser cells, each as strong as the strongest of its pixels. A cell without an echo takes its
 * value from the empty sky: the image has the same index for 'nothing seen' and 'not covered'. Beyond the image there
 * is no coverage either.
 */
export function reduced(
  { width, height, samples }: IndexedPicture,
  times: number,
  { columns, rows }: GridPlace,
  emptySky: Uint8Array,
): Uint8Array {
  const echoes = new Uint8Array(columns * rows).fill(noCoverage)
  const wholeRows = Math.min(rows, Math.floor(height / times))
  const wholeColumns = Math.min(columns, Math.floor(width / times))
  for (let row = 0; row < wholeRows; row++) {
    for (let column = 0; column < wholeColumns; column++) {
      let strongest = 0
      const corner = row * times * width + column * times
      for (let line = corner; line < corner + times * width; line += width) {
        for (let at = line; at < line + times; at++) {
          const index = samples[at] as number
          if (index > strongest) strongest = index
        }
      }
      const cell = row * columns + column
      const echo = echoOfIndex[strongest] as number
      echoes[cell] = echo === noEcho ? (emptySky[cell] as number) : echo
    }
  }
  return echoes
}

/** A kind of IEM image, and the grid made from it. */
interface PictureKind {
  readonly width: number
  readonly height: number
  readonly times: number
  readonly place: GridPlace
  readonly emptySky: (place: GridPlace) => Uint8Array
}

/**
 * Both begin at 126 W, 50 N. IEM's world files give this as the center of the first pixel, which shifts our drawing
 * half a pixel to the southeast: 300 yards in the composite, and less than a mile in the model, whose own cells are two
 * miles wide. The composite ends at 65 W and the model at 23.2 N; our grid at 66 W and 23 N.
 */
export const pictureKinds = {
  composite: {
    width: 12_200,
    height: 5400,
    times: 4,
    place: continentalUsPlace,
    emptySky: emptyUsSky,
  },
  model: {
    width: 3050,
    height: 1340,
    times: 2,
    place: coarser(continentalUsPlace, 2),
    emptySky: emptyHrrrSky,
  },
} as const satisfies Record<string, PictureKind>

export type IemPicture = keyof typeof pictureKinds

/** Parses the echoes of an image as IEM serves it. Expensive: run it in a thread. */
export function parseRadarGrid(kind: IemPicture, png: Uint8Array): Uint8Array {
  const { width, height, times, place, emptySky } = pictureKinds[kind]
  const samples = pngSamples(png, { width, height, kind: 'indexed', bitDepth: 8 })
  const echoes = reduced({ width, height, samples }, times, place, emptySky(place))
  if (echoes.length !== cellCount(place)) throw new Error('The image size does not match the grid')
  return echoes
}
