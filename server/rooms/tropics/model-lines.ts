import { modelColor } from '#domain/tropics/models'
import type { TropicalStorm } from '#domain/tropics/storm'
import type { DrawableLines } from '#server/rooms/radar/index'

const widthPixels = 2

/** The models' tracks, each model in its own color. */
export function modelLines(storms: readonly TropicalStorm[]): DrawableLines {
  return {
    kind: 'lines',
    lines: storms.flatMap(({ tracks }) =>
      tracks.map(({ model, points }) => ({
        color: modelColor(model),
        widthPixels,
        points: points.map(({ latitude, longitude }) => [longitude, latitude] as const),
      })),
    ),
  }
}
