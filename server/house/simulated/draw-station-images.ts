import { encode } from 'jpeg-js'
import type { Station, StationImage } from '#domain/conditions/reading'
import { stationPicture } from '#simulator/camera/station-picture'
import { createWorld } from '#simulator/world'

const quality = 80

/**
 * Renders what cameras see in the simulated world, one after another. Expensive: run it where nothing waits for it.
 */
export function* drawStationImages(
  seed: number,
  stations: readonly Station[],
  takenMs: number,
): Generator<StationImage> {
  const world = createWorld(seed)
  for (const station of stations) {
    const { width, height, rgba } = stationPicture(world, station, takenMs)
    const { data } = encode({ width, height, data: rgba }, quality)
    yield { source: station.source, stationId: station.id, takenMs, jpeg: new Uint8Array(data) }
  }
}
