import { mixed, pictureHeight, pictureWidth, type CameraCanvas, type CameraRgb } from './canvas.ts'
import type { Light } from './light.ts'
import type { Scene } from './scene.ts'
import { horizonRow } from './sky.ts'
import { hashOf, share } from '#simulator/weather/chance'
import { smoothstep } from '#simulator/weather/plane'

/** Paints what is in the air between the camera and the land: haze, smoke, rain or snow, and a bolt. */
export function paintWeather(canvas: CameraCanvas, scene: Scene, light: Light): void {
  if (scene.thunder !== 'none') paintBolt(canvas, scene)
  paintHaze(canvas, scene, light)
  if (scene.rainInchesPerHour <= 0.004) return
  if (scene.isSnow) paintSnow(canvas, scene, light)
  else paintRain(canvas, scene, light)
}

/** Paints haze, thickest at the horizon, which is farthest. */
function paintHaze(canvas: CameraCanvas, { visibilityMiles, smoke, rainInchesPerHour }: Scene, light: Light) {
  const thick = Math.max(
    0.85 * (1 - smoothstep(0.5, 9, visibilityMiles)),
    0.7 * smoke,
    Math.min(0.5, rainInchesPerHour),
  )
  if (thick < 0.03) return
  const grey = mixed([30, 34, 46], [168, 176, 186], light.day)
  const colour = mixed(mixed(grey, light.horizon, 0.3), mixed([44, 34, 26], [206, 150, 92], light.day), smoke)
  for (let y = 0; y < pictureHeight; y++) {
    const away = y < horizonRow ? (y / horizonRow) ** 2 : 1 - (y - horizonRow) / (pictureHeight - horizonRow)
    canvas.row(y, colour, thick * (0.25 + 0.65 * away))
  }
}

function paintRain(canvas: CameraCanvas, { rainInchesPerHour, windMph, momentSeed }: Scene, { day }: Light) {
  const colour = mixed([92, 100, 118], [214, 222, 232], day)
  const drops = Math.min(900, 160 + rainInchesPerHour * 900)
  const slant = Math.min(0.7, windMph / 55)
  for (let drop = 0; drop < drops; drop++) {
    const x = share(hashOf(momentSeed, drop, 1)) * (pictureWidth + 80) - 40
    const y = share(hashOf(momentSeed, drop, 2)) * pictureHeight
    const long = 7 + 14 * share(hashOf(momentSeed, drop, 3))
    canvas.line(x, y, x + long * slant, y + long, 0.8, colour, 0.26)
  }
}

function paintSnow(canvas: CameraCanvas, { rainInchesPerHour, momentSeed }: Scene, { day }: Light) {
  const colour = mixed([120, 128, 146], [250, 252, 255], day)
  const flakes = Math.min(1100, 300 + rainInchesPerHour * 6000)
  for (let flake = 0; flake < flakes; flake++) {
    const x = share(hashOf(momentSeed, flake, 1)) * pictureWidth
    const y = share(hashOf(momentSeed, flake, 2)) * pictureHeight
    const size = 0.5 + 1.9 * share(hashOf(momentSeed, flake, 3)) ** 3
    canvas.disc(x, y, size, colour, 0.75)
  }
}

const boltCore: CameraRgb = [248, 246, 255]
const boltGlow: CameraRgb = [150, 150, 215]

/** Paints a bolt from the cloud to the land, crooked and with a branch or two, and the cloud that it lights. */
function paintBolt(canvas: CameraCanvas, { momentSeed }: Scene) {
  const chance = (...of: readonly number[]) => share(hashOf(momentSeed, ...of))
  let x = 90 + chance(51) * (pictureWidth - 180)
  let y = 46 + chance(52) * 40
  canvas.glow(x, y, 150, boltGlow, 0.75)
  for (let bend = 0; y < horizonRow; bend++) {
    const nextX = x + (chance(53, bend) - 0.5) * 34
    const nextY = Math.min(horizonRow, y + 9 + chance(54, bend) * 15)
    canvas.glow(nextX, nextY, 20, boltGlow, 0.3)
    canvas.line(x, y, nextX, nextY, 2, boltCore)
    if (chance(55, bend) < 0.24) {
      const side = chance(56, bend) < 0.5 ? -1 : 1
      const [midX, midY] = [nextX + side * (10 + chance(57, bend) * 14), nextY + 14]
      canvas.line(nextX, nextY, midX, midY, 1, boltCore, 0.8)
      canvas.line(midX, midY, midX + side * 9, midY + 17, 0.8, boltCore, 0.55)
    }
    ;[x, y] = [nextX, nextY]
  }
}
