import { hashOf, share } from '#simulator/weather/chance'

const size = 64
const mask = size - 1

/** Creates smooth noise from 0 to 1 over a plane, from a small table, because an image needs half a million values. */
export function createValueNoise(seed: number): (x: number, y: number) => number {
  const table = Float32Array.from({ length: size * size }, (_, at) => share(hashOf(seed, at)))
  const at = (x: number, y: number) => table[(y & mask) * size + (x & mask)] ?? 0
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [across, down] = [x - left, y - top]
    const [u, v] = [across * across * (3 - 2 * across), down * down * (3 - 2 * down)]
    const above = at(left, top) + (at(left + 1, top) - at(left, top)) * u
    const below = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * u
    return above + (below - above) * v
  }
}
