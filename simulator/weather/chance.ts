/**
 * Randomness without state: every draw is a hash of the seed, a purpose and some whole numbers, so any moment can be
 * drawn separately, in any order, with the same result on every machine. Hashing uses only whole-number arithmetic.
 */

function rotate(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by))
}

/** Takes one step of MurmurHash3. */
function mixed(hash: number, value: number): number {
  const scrambled = Math.imul(rotate(Math.imul(value, 0xcc9e2d51), 15), 0x1b873593)
  return (Math.imul(rotate(hash ^ scrambled, 13), 5) + 0xe6546b64) | 0
}

/** Takes the last step of MurmurHash3, without which neighboring numbers would give similar hashes. */
export function finished(hash: number): number {
  let bits = hash
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

export function hashOfText(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = mixed(hash, text.charCodeAt(index))
  return finished(hash)
}

export function hashOf(start: number, ...numbers: readonly number[]): number {
  let hash = start
  for (let index = 0; index < numbers.length; index++) hash = mixed(hash, numbers[index] ?? 0)
  return finished(hash)
}

/** Returns a hash as a share from 0 up to, but not including, 1. */
export function share(hash: number): number {
  return hash / 2 ** 32
}

/**
 * The random numbers that belong to one hash, one after another. A class, because every cell makes one every ten
 * seconds.
 */
export class Draws {
  private state: number

  constructor(hash: number) {
    this.state = hash | 0
  }

  unit(): number {
    this.state = (this.state + 0x9e3779b9) | 0
    return share(finished(this.state))
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit()
  }

  gaussian(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  poisson(mean: number): number {
    const enough = Math.exp(-mean)
    let count = 0
    for (let product = this.unit(); product > enough; product *= this.unit()) count++
    return count
  }
}
