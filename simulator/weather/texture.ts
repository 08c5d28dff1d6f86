import { finished, share } from './chance.ts'
import { blend, clamp } from './plane.ts'

/**
 * The roughness of echoes: gradient noise over several octaves, computed once on a square that repeats, so a
 * picture of a million points costs only a million lookups.
 */

const side = 256
const mask = side - 1
/** The number of waves of the coarsest octave across the square; each finer octave has twice as many. */
const coarsest = 8
const octaves = 5
const texelsPerWave = side / coarsest
/** Gradient noise rarely comes near its bounds, so this extends it to the whole range. */
const contrast = 1.9

/** Returns the slopes at the corners of one octave's waves. */
function slopesOf(waves: number): { readonly east: Float32Array; readonly south: Float32Array } {
  const angles = Float64Array.from(
    { length: waves * waves },
    (_, corner) => 2 * Math.PI * share(finished(corner ^ (waves << 16))),
  )
  return { east: Float32Array.from(angles, Math.cos), south: Float32Array.from(angles, Math.sin) }
}

function eased(along: number): number {
  return along * along * along * (along * (6 * along - 15) + 10)
}

/** Adds one octave of gradient noise, corner by corner of its waves. */
function addOctave(into: Float32Array, waves: number, height: number) {
  const { east, south } = slopesOf(waves)
  const texels = side / waves
  for (let y = 0; y < side; y++) {
    const row = Math.floor(y / texels)
    const down = y / texels - row
    const easedDown = eased(down)
    const above = row * waves
    const below = ((row + 1) % waves) * waves
    for (let x = 0; x < side; x++) {
      const column = Math.floor(x / texels)
      const along = x / texels - column
      const next = (column + 1) % waves
      const nw = (east[above + column] as number) * along + (south[above + column] as number) * down
      const ne = (east[above + next] as number) * (along - 1) + (south[above + next] as number) * down
      const sw = (east[below + column] as number) * along + (south[below + column] as number) * (down - 1)
      const se = (east[below + next] as number) * (along - 1) + (south[below + next] as number) * (down - 1)
      const easedAlong = eased(along)
      const value = blend(blend(nw, ne, easedAlong), blend(sw, se, easedAlong), easedDown)
      into[y * side + x] = (into[y * side + x] as number) + height * value
    }
  }
}

function createTexture(): Float32Array {
  const sums = new Float32Array(side * side)
  for (let octave = 0, waves = coarsest; octave < octaves; octave++, waves *= 2)
    addOctave(sums, waves, contrast * (coarsest / waves) ** 0.85)
  return sums.map(sum => clamp(sum, -1, 1))
}

const texture = createTexture()

/** Returns a value from -1 to 1, at a place given in waves of the coarsest octave. */
export function textureAt(x: number, y: number): number {
  const u = x * texelsPerWave
  const v = y * texelsPerWave
  const left = Math.floor(u)
  const top = Math.floor(v)
  const above = (top & mask) * side
  const below = ((top + 1) & mask) * side
  const west = left & mask
  const east = (left + 1) & mask
  const nw = texture[above + west] as number
  const sw = texture[below + west] as number
  const along = u - left
  const upper = nw + ((texture[above + east] as number) - nw) * along
  const lower = sw + ((texture[below + east] as number) - sw) * along
  return upper + (lower - upper) * (v - top)
}
