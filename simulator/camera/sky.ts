import { mixed, pictureWidth, scaled, type CameraCanvas, type CameraRgb } from './canvas.ts'
import type { Light } from './light.ts'
import type { Scene, Standing } from './scene.ts'
import { createValueNoise } from './value-noise.ts'
import { hashOf, share } from '#simulator/weather/chance'
import { smoothstep } from '#simulator/weather/plane'

/** The row of the image where the land starts. */
export const horizonRow = 236
const wideDegrees = 130
const highDegrees = 58
/** Clouds are soft, so they are computed for every second pixel and spread over the neighbors. */
const step = 2

interface Seen {
  readonly x: number
  readonly y: number
}

/** Returns the position in the image of a camera that looks south; null if out of view. */
function seenAt({ azimuthDegrees, elevationDegrees }: Standing): Seen | null {
  const x = (0.5 + (azimuthDegrees - 180) / wideDegrees) * pictureWidth
  const y = horizonRow * (1 - elevationDegrees / highDegrees)
  return x < -60 || x > pictureWidth + 60 || y < -60 || elevationDegrees < -3 ? null : { x, y }
}

/** Paints the sky from back to front: color, stars, moon and sun, clouds. */
export function paintSky(canvas: CameraCanvas, scene: Scene, light: Light): void {
  const sun = seenAt(scene.sun)
  paintAir(canvas, light, sun, scene)
  paintStars(canvas, scene, light)
  paintMoon(canvas, scene, light)
  if (sun && scene.sun.elevationDegrees > -1) {
    const red = 1 - smoothstep(0, 20, scene.sun.elevationDegrees)
    const colour = mixed([255, 252, 236], [255, 150, 70], Math.max(red, 0.8 * scene.smoke))
    canvas.glow(sun.x, sun.y, 90, scaled(colour, 0.55), 1 - light.gloom)
    canvas.disc(sun.x, sun.y, 11, colour, 1 - 0.7 * light.gloom)
  }
  paintClouds(canvas, scene, light)
}

function paintAir(canvas: CameraCanvas, light: Light, sun: Seen | null, scene: Scene) {
  for (let y = 0; y <= horizonRow; y++)
    canvas.row(y, mixed(light.overhead, light.horizon, (y / horizonRow) ** 1.7))
  const low = 1 - smoothstep(0, 16, Math.abs(scene.sun.elevationDegrees - 2))
  const glow = light.day * low * (1 - light.gloom)
  if (sun && glow > 0.05) canvas.glow(sun.x, sun.y, 340, [120, 56, 8], glow)
}

function paintStars(canvas: CameraCanvas, { cloud, placeSeed, timeMs }: Scene, { day }: Light) {
  const shown = Math.max(0, 1 - 3 * day) * (1 - cloud) ** 2
  if (shown < 0.05) return
  // The stars move across the image once a night.
  const wander = Math.floor(timeMs / 60_000)
  for (let star = 0; star < 150; star++) {
    const x = Math.floor(share(hashOf(placeSeed, star, 1)) * pictureWidth * 2 + wander) % (pictureWidth * 2)
    const y = Math.floor(share(hashOf(placeSeed, star, 2)) * horizonRow * 0.92)
    canvas.light(x, y, [210, 215, 235], shown * (0.25 + 0.75 * share(hashOf(placeSeed, star, 3)) ** 3))
  }
}

const moonRadius = 9

function paintMoon(canvas: CameraCanvas, { moon }: Scene, { day, gloom }: Light) {
  const seen = seenAt(moon)
  const lit = 1 - Math.abs(1 - 2 * moon.phase)
  const shown = (1 - 0.75 * day) * (1 - gloom)
  if (!seen || moon.elevationDegrees < 0 || lit < 0.06 || shown < 0.1) return
  canvas.glow(seen.x, seen.y, 60, [70, 76, 92], lit * shown * (1 - day))
  // In the south a waxing moon is lit from the right.
  const side = moon.phase < 0.5 ? 1 : -1
  for (let y = -moonRadius; y <= moonRadius; y++) {
    const half = Math.sqrt(moonRadius * moonRadius - y * y)
    for (let x = -moonRadius; x <= moonRadius; x++) {
      const inside = half + 0.5 - Math.abs(x)
      const pastDark = x * side - half * (1 - 2 * lit) + 0.5
      const amount = Math.min(1, Math.max(0, inside), Math.max(0, pastDark))
      if (amount > 0)
        canvas.put(Math.round(seen.x) + x, Math.round(seen.y) + y, [236, 232, 214], amount * shown)
    }
  }
}

/** Paints clouds on a flat ceiling: distant ones are small and close together. */
function paintClouds(canvas: CameraCanvas, scene: Scene, light: Light) {
  const { cloud, windMph, timeMs, placeSeed, thunder } = scene
  if (cloud < 0.04) return
  const noise = createValueNoise(placeSeed)
  const drift = (timeMs / 3_600_000) * (0.6 + windMph / 12)
  const [top, under] = cloudColours(scene, light)
  // Returns the threshold above which the noise covers as much of the sky as the clouds do.
  const from = 0.74 - 0.62 * cloud - 0.3 * cloud ** 6
  const soft = thunder === 'none' ? 0.2 : 0.14
  for (let y = 0; y <= horizonRow; y += step) {
    const height = Math.max(0.02, 1 - y / horizonRow)
    const distance = 1 / (0.11 + height)
    const fade = smoothstep(0, 0.12, height)
    for (let x = 0; x < pictureWidth; x += step) {
      const u = (x / pictureWidth - 0.5) * distance * 3.4 + drift
      const v = distance * 2.4 + drift * 0.25
      const body = noise(u, v) * 0.5 + noise(u * 2.1, v * 2.1) * 0.27 + noise(u * 4.3, v * 4.3) * 0.15
      const value = body + noise(u * 9, v * 9) * 0.08
      const cover = smoothstep(from, from + soft, value)
      if (cover < 0.01) continue
      const thick = smoothstep(from, from + 0.36, value)
      const shade = mixed(top, under, thick * (0.75 + 0.25 * noise(u * 3 + 7, v * 3 + 7)))
      // Distant clouds take on the color of the air.
      const colour = mixed(light.horizon, shade, 0.35 + 0.65 * fade)
      const amount = cover * (0.55 + 0.45 * Math.max(fade, cloud))
      for (let down = 0; down < step; down++)
        for (let right = 0; right < step; right++)
          if (y + down <= horizonRow) canvas.put(x + right, y + down, colour, amount)
    }
  }
}

/** Returns the clouds' colors where the sun reaches them, and below. */
function cloudColours(
  { thunder, sun }: Scene,
  { day, gloom, sunlight }: Light,
): readonly [CameraRgb, CameraRgb] {
  const low = (1 - smoothstep(0, 12, Math.abs(sun.elevationDegrees - 1))) * (1 - gloom)
  const under: CameraRgb = thunder === 'none' ? [150, 158, 172] : [58, 66, 82]
  const shaded = mixed(under, [70, 78, 94], gloom * 0.6)
  const warm = mixed(shaded, [206, 120, 104], 0.6 * low)
  const dark: CameraRgb = [20, 23, 34]
  return [
    mixed(dark, mixed(sunlight, [150, 156, 168], gloom * 0.7), day),
    mixed(scaled(dark, 0.7), warm, day),
  ]
}
