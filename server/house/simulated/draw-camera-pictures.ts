import { encode } from 'jpeg-js'
import type { Station } from '#domain/conditions/reading'
import type { Point } from '#domain/geo/distance'
import { stampPicture } from '#simulator/camera/stamp'
import { stationPicture } from '#simulator/camera/station-picture'
import { createWorld } from '#simulator/world'

const quality = 75
const secondMs = 1000
/** The sky changes slowly; the clock in the image does not. */
const skySeconds = 10

/** Draws an image for each second from an instant on, with its time in it. Runs in a thread because it is expensive. */
export function* drawCameraPictures(
  seed: number,
  point: Point,
  name: string,
  fromMs: number,
): Generator<Uint8Array> {
  const world = createWorld(seed)
  const station: Station = {
    ...point,
    source: 'simulated',
    id: `camera ${name}`,
    network: 'station',
    name,
    elevationFeet: null,
    timeZone: 'UTC',
  }
  let sky = stationPicture(world, station, fromMs)
  for (let second = 0; ; second++) {
    const timeMs = fromMs + second * secondMs
    if (second % skySeconds === 0) sky = stationPicture(world, station, timeMs)
    const rgba = sky.rgba.slice()
    const time = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
    stampPicture({ ...sky, rgba }, `Simulated ${time} UTC ${name}`)
    yield new Uint8Array(encode({ width: sky.width, height: sky.height, data: rgba }, quality).data)
  }
}
