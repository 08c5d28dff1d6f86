import type { Rgba } from '#domain/radar/colors'
import type { TropicalStorm } from '#domain/tropics/storm'
import type { DrawableLines } from '#server/rooms/radar/index'

/** Readable on a light and on a dark map, and apart from each other; models share them in turn. */
const colors: readonly Rgba[] = [
  [214, 39, 40, 255],
  [31, 119, 180, 255],
  [44, 140, 44, 255],
  [148, 82, 189, 255],
  [255, 127, 14, 255],
  [190, 80, 160, 255],
]
const widthPixels = 2

/** The ways that models expect, each model in a colour of its own. */
export function modelLines(storms: readonly TropicalStorm[]): DrawableLines {
  return {
    kind: 'lines',
    lines: storms.flatMap(({ tracks }) =>
      tracks.map((track, model) => ({
        color: colors[model % colors.length] ?? [0, 0, 0, 255],
        widthPixels,
        points: track.map(({ latitude, longitude }) => [longitude, latitude] as const),
      })),
    ),
  }
}
