/** From this many on, a list of names is searched rather than read. */
export const manyNames = 10

/** Those whose name has every word in it that was typed, in any order; all of them while nothing was. */
export function namedLike<Named extends { readonly name: string }>(
  all: readonly Named[],
  typed: string,
): readonly Named[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ name }) => words.every(word => name.toLowerCase().includes(word)))
}
