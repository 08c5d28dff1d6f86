/** Random values that follow from a seed, so that a run that found something can be repeated. */
export interface Random {
  below(limit: number): number
  pick<Item>(from: readonly Item[]): Item
  text(length: number): string
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick<Item>(from: readonly Item[]): Item {
      if (from.length === 0) throw new Error('There is nothing to choose from')
      return from[below(from.length)] as Item
    },
    text: length => Array.from({ length }, () => letters.charAt(below(letters.length))).join(''),
  }
}

const inMiddle = (random: Random, text: string) => random.below(Math.max(1, text.length - 4))

/** Returns the same string with one letter changed, but not the last, which may encode fewer bits. */
export function altered(text: string, random: Random): string {
  const at = inMiddle(random, text)
  return text.slice(0, at) + (text.charAt(at) === 'Q' ? 'R' : 'Q') + text.slice(at + 1)
}

const changes: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) => text.slice(1 + random.below(text.length)),
  (text, random) => text + random.text(1 + random.below(20)),
  (text, random) => random.text(1 + random.below(20)) + text,
  text => text + text,
  (text, random) => random.text(text.length),
  altered,
  (text, random) => {
    const at = inMiddle(random, text)
    return `${text.slice(0, at)}\u0000${text.slice(at)}`
  },
  (_text, random) => random.text(4000 + random.below(4000)),
  () => "' or 1=1 --",
  () => '../../secret.key',
  () => 'null',
  () => '😀',
  () => '',
]

/** Returns a credential with something wrong: cut, longer, altered or made up. */
export function spoiled(text: string, random: Random): string {
  const changed = random.pick(changes)(text, random)
  return changed === text ? `${text}x` : changed
}
