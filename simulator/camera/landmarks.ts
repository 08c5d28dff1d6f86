import { pictureWidth, type CameraCanvas, type CameraRgb } from './canvas.ts'
import type { Light, Lit } from './light.ts'
import type { Scene } from './scene.ts'
import { horizonRow } from './sky.ts'
import { hashOf, share } from '#simulator/weather/chance'

/** Landmarks by which people would recognize the place. */
export function paintLandmarks(canvas: CameraCanvas, scene: Scene, light: Light, lit: Lit): void {
  const brush: Brush = { canvas, scene, light, lit, chance: (...of) => share(hashOf(scene.placeSeed, ...of)) }
  painters[scene.land](brush)
}

interface Brush {
  readonly canvas: CameraCanvas
  readonly scene: Scene
  readonly light: Light
  readonly lit: Lit
  readonly chance: (...of: readonly number[]) => number
}

const lamp: CameraRgb = [255, 226, 164]

const painters: Readonly<Record<Scene['land'], (brush: Brush) => void>> = {
  storms(brush) {
    paintTrees(brush, [52, 82, 44])
    // Stadium lights.
    for (const x of [150, 262, 420, 532]) {
      brush.canvas.line(x, horizonRow + 8, x, horizonRow - 62, 2.4, brush.lit([120, 124, 130]))
      for (let row = 0; row < 3; row++)
        brush.canvas.line(
          x - 10,
          horizonRow - 62 + row * 5,
          x + 10,
          horizonRow - 62 + row * 5,
          3,
          brush.lit([206, 210, 216]),
        )
      paintLamp(brush, x, horizonRow - 57, 30)
    }
    paintBox(brush, 190, 490, horizonRow - 16, horizonRow + 9, [138, 118, 104])
  },
  heat(brush) {
    for (let cactus = 0; cactus < 9; cactus++) {
      const x = brush.chance(cactus, 11) * pictureWidth
      const near = brush.chance(cactus, 12)
      const foot = horizonRow + 6 + near * 70
      const high = 20 + near * 62
      const green = brush.lit([74, 98, 62])
      brush.canvas.line(x, foot, x, foot - high, 3 + near * 7, green)
      for (const side of [-1, 1]) {
        const arm = foot - high * (0.4 + 0.2 * brush.chance(cactus, 13 + side))
        const out = x + side * (6 + near * 11)
        brush.canvas.line(x, arm, out, arm, 2.5 + near * 4, green)
        brush.canvas.line(out, arm, out, arm - high * 0.3, 2.5 + near * 4, green)
      }
    }
  },
  tropics(brush) {
    const wood = brush.lit([112, 92, 70])
    // Paints a pier, and palms on the shore beside it.
    brush.canvas.line(0, horizonRow + 62, 300, horizonRow + 22, 6, wood)
    for (let pile = 0; pile < 9; pile++) {
      const x = 12 + pile * 34
      brush.canvas.line(
        x,
        horizonRow + 60 - pile * 4.6,
        x,
        horizonRow + 84 - pile * 5.4,
        3.5 - pile * 0.2,
        wood,
      )
    }
    paintLamp(brush, 298, horizonRow + 12, 22)
    for (const [x, high] of [
      [520, 92],
      [562, 118],
      [606, 84],
    ] as const) {
      const top = horizonRow + 30 - high
      brush.canvas.line(x, horizonRow + 34, x - 8, top, 5, brush.lit([104, 86, 66]))
      for (let leaf = 0; leaf < 9; leaf++) {
        const angle = (leaf / 8) * Math.PI
        const [dx, dy] = [Math.cos(angle) * 34, -Math.sin(angle) * 14]
        brush.canvas.line(x - 8, top, x - 8 + dx * 0.6, top + dy - 4, 4, brush.lit([54, 92, 52]))
        brush.canvas.line(
          x - 8 + dx * 0.6,
          top + dy - 4,
          x - 8 + dx,
          top + dy + 12,
          3,
          brush.lit([48, 84, 48]),
        )
      }
    }
  },
  smoke(brush) {
    // Paints rows of a field that converge in the distance.
    for (let row = -9; row <= 9; row++)
      brush.canvas.line(
        pictureWidth / 2 + row * 8,
        horizonRow + 3,
        pictureWidth / 2 + row * 92,
        360,
        3.5,
        brush.lit([88, 104, 48]),
        0.55,
      )
    paintTrees(brush, [70, 84, 48])
  },
  cold(brush) {
    for (let house = 0; house < 17; house++) {
      const left = house * 38 + brush.chance(house, 21) * 10
      const high = 16 + brush.chance(house, 22) ** 2 * 74
      paintBox(
        brush,
        left,
        left + 24 + brush.chance(house, 23) * 10,
        horizonRow - high,
        horizonRow + 4,
        [112, 104, 104],
      )
    }
  },
  wind(brush) {
    for (const [x, high] of [
      [92, 62],
      [204, 88],
      [330, 50],
    ] as const)
      paintTurbine(brush, x, high)
    paintCrane(brush)
  },
  other: brush => paintTrees(brush, [56, 84, 50]),
}

function paintTrees({ canvas, lit, chance }: Brush, colour: CameraRgb) {
  for (let tree = 0; tree < 46; tree++) {
    const x = chance(tree, 31) * pictureWidth
    const size = 3 + chance(tree, 32) * 8
    const shade = lit([colour[0] * (0.8 + 0.4 * chance(tree, 33)), colour[1], colour[2]])
    canvas.disc(x, horizonRow + 2 - size * 0.5, size, shade)
    canvas.disc(x + size * 0.8, horizonRow + 3 - size * 0.3, size * 0.75, shade)
  }
}

/** Paints a building; at night some of its windows are lit. */
function paintBox(
  { canvas, light, lit, chance }: Brush,
  left: number,
  right: number,
  top: number,
  bottom: number,
  colour: CameraRgb,
) {
  const wall = lit(colour)
  for (let y = Math.floor(top); y <= bottom; y++)
    for (let x = Math.floor(left); x <= right; x++) canvas.put(x, y, wall)
  if (light.day > 0.6) return
  for (let y = Math.floor(top) + 4; y < bottom - 4; y += 7)
    for (let x = Math.floor(left) + 4; x < right - 3; x += 6)
      if (chance(x, y) < 0.42) canvas.line(x, y, x, y + 2, 1.6, lamp, 0.85 * (1 - light.day))
}

function paintLamp({ canvas, light }: Brush, x: number, y: number, reach: number) {
  const dark = Math.max(1 - light.day, light.gloom > 0.7 ? 0.6 : 0)
  if (dark < 0.2) return
  canvas.glow(x, y, reach, lamp, 0.8 * dark)
  canvas.disc(x, y, 2.4, [255, 248, 226], dark)
}

function paintTurbine({ canvas, scene, lit }: Brush, x: number, high: number) {
  const white = lit([226, 228, 230])
  const hub = horizonRow + 4 - high
  canvas.line(x, horizonRow + 6, x, hub, 3, white)
  const turn = (scene.timeMs / 60_000) * (1 + scene.windMph / 7)
  for (let blade = 0; blade < 3; blade++) {
    const angle = turn + (blade * 2 * Math.PI) / 3
    canvas.line(x, hub, x + Math.cos(angle) * high * 0.46, hub + Math.sin(angle) * high * 0.46, 2.6, white)
  }
  canvas.disc(x, hub, 2.6, white)
}

function paintCrane(brush: Brush) {
  const { canvas, lit } = brush
  const yellow = lit([222, 166, 46])
  const [x, top] = [486, horizonRow - 138]
  for (const side of [-5, 5]) canvas.line(x + side, horizonRow + 26, x + side, top, 2, yellow)
  for (let y = top; y < horizonRow + 22; y += 11) canvas.line(x - 5, y, x + 5, y + 11, 1.4, yellow)
  canvas.line(x - 52, top, x + 132, top, 3, yellow)
  canvas.line(x, top - 24, x - 52, top, 1.4, yellow)
  canvas.line(x, top - 24, x + 132, top, 1.4, yellow)
  canvas.line(x, top, x, top - 24, 3, yellow)
  canvas.line(x + 96, top, x + 96, top + 74, 1.2, lit([70, 70, 74]))
  paintBox(brush, x - 52, x - 38, top + 2, top + 13, [128, 128, 132])
  paintLamp(brush, x, top - 26, 16)
}
