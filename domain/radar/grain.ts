/** Made-up detail for a simulated sky: from -1 to 1, smooth over one unit, always the same. */
export function smoothNoise(seed: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [along, down] = [x - left, y - top]
  const above = hashed(seed, left, top) * (1 - along) + hashed(seed, left + 1, top) * along
  const below = hashed(seed, left, top + 1) * (1 - along) + hashed(seed, left + 1, top + 1) * along
  return above * (1 - down) + below * down
}

/** From -1 to 1. */
function hashed(seed: number, x: number, y: number): number {
  let bits = seed ^ Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 31 - 1
}
