const leastCharacters = 3

/** Returns a list's search term. Fewer than three characters become an empty term, which matches everything. */
export function searchTerm(typed: string): string {
  const term = typed.trim().toLowerCase()
  return term.length < leastCharacters ? '' : term
}

/** From this many names on, a list has a search field. */
export const manyNames = 10

/** Items whose name contains every typed word, in any order; all items for an empty search. */
export function namedLike<Named extends { readonly name: string }>(
  all: readonly Named[],
  typed: string,
): readonly Named[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ name }) => words.every(word => name.toLowerCase().includes(word)))
}
