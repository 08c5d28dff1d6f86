import { CameraCanvas, pictureHeight, pictureWidth } from './canvas.ts'
import { paintLand } from './land.ts'
import { lightOf } from './light.ts'
import { sceneAt, type Scene } from './scene.ts'
import { paintSky } from './sky.ts'
import { paintWeather } from './weather.ts'
import type { Station } from '#domain/conditions/reading'
import type { World } from '#simulator/world'

/** An image, pixel by pixel from the top left, four bytes each. */
export interface SimulatedPicture {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

/** Draws what a station's camera sees at a time. The image is always the same for the same input. */
export function stationPicture(world: World, station: Station, timeMs: number): SimulatedPicture {
  return drawScene(sceneAt(world, station, timeMs))
}

export function drawScene(scene: Scene): SimulatedPicture {
  const canvas = new CameraCanvas()
  const light = lightOf(scene)
  paintSky(canvas, scene, light)
  paintLand(canvas, scene, light)
  paintWeather(canvas, scene, light)
  return { width: pictureWidth, height: pictureHeight, rgba: canvas.rgba() }
}
