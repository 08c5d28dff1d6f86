import { mixed, pictureHeight, pictureWidth, scaled, type CameraCanvas, type CameraRgb } from './canvas.ts'
import { paintLandmarks } from './landmarks.ts'
import { litBy, type Light } from './light.ts'
import type { Scene } from './scene.ts'
import { horizonRow } from './sky.ts'
import { createValueNoise } from './value-noise.ts'
import { hashOf } from '#simulator/weather/chance'

interface Country {
  readonly near: CameraRgb
  readonly far: CameraRgb
  /** The height of the hills at the horizon, in pixels. */
  readonly hills: number
  readonly hillColour: CameraRgb
}

const countries: Readonly<Record<Scene['land'], Country>> = {
  storms: { near: [74, 112, 52], far: [128, 146, 84], hills: 7, hillColour: [92, 112, 84] },
  heat: { near: [176, 132, 88], far: [206, 168, 120], hills: 46, hillColour: [140, 104, 92] },
  tropics: { near: [36, 96, 122], far: [88, 148, 166], hills: 5, hillColour: [70, 104, 86] },
  smoke: { near: [122, 122, 60], far: [164, 152, 88], hills: 34, hillColour: [112, 108, 100] },
  cold: { near: [104, 112, 116], far: [132, 140, 146], hills: 10, hillColour: [98, 108, 118] },
  wind: { near: [158, 138, 82], far: [186, 166, 108], hills: 4, hillColour: [138, 126, 92] },
  other: { near: [82, 108, 62], far: [124, 140, 92], hills: 16, hillColour: [90, 108, 92] },
}

/** Paints the land in front of the camera: hazy hills, the ground, and everything on it. */
export function paintLand(canvas: CameraCanvas, scene: Scene, light: Light): void {
  const country = countries[scene.land]
  const lit = litBy(light)
  const snowy = scene.isFrozen && scene.isSnow ? 0.85 : scene.isFrozen && scene.land === 'cold' ? 0.55 : 0
  const white: CameraRgb = [232, 238, 246]
  const far = lit(mixed(country.far, white, snowy))
  const near = lit(mixed(country.near, white, snowy))
  paintHills(
    canvas,
    country.hills,
    mixed(lit(mixed(country.hillColour, white, snowy * 0.6)), light.horizon, 0.45),
    scene,
  )
  const noise = createValueNoise(hashOf(scene.placeSeed, 2))
  const isWater = scene.land === 'tropics'
  for (let y = horizonRow; y < pictureHeight; y++) {
    const depth = (y - horizonRow) / (pictureHeight - horizonRow)
    const ground = mixed(far, near, Math.sqrt(depth))
    // Closer ground shows more of its grain; water shows the sky.
    const scale = 0.16 / (0.08 + depth)
    for (let x = 0; x < pictureWidth; x += 2) {
      const grain = noise((x - pictureWidth / 2) * scale * 0.55, y * scale * (isWater ? 3 : 1.4)) - 0.5
      const colour = scaled(ground, 1 + grain * (0.1 + 0.22 * depth))
      const shown = isWater ? mixed(colour, light.horizon, 0.5 - 0.35 * depth + grain * 0.4) : colour
      canvas.put(x, y, shown)
      canvas.put(x + 1, y, shown)
    }
  }
  paintLandmarks(canvas, scene, light, lit)
}

function paintHills(canvas: CameraCanvas, hills: number, colour: CameraRgb, { placeSeed }: Scene) {
  const noise = createValueNoise(hashOf(placeSeed, 1))
  for (let x = 0; x < pictureWidth; x++) {
    const rise = noise(x / 130, 3) * 0.65 + noise(x / 46, 9) * 0.27 + noise(x / 13, 5) * 0.08
    const top = horizonRow - hills * rise * 1.4
    for (let y = Math.floor(top); y <= horizonRow; y++) canvas.put(x, y, colour, Math.min(1, y + 1 - top))
  }
}
