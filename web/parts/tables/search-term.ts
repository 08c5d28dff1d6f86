const leastCharacters = 3

/** A list's search term. Fewer than three characters become an empty term, which matches everything. */
export function searchTerm(typed: string): string {
  const term = typed.trim().toLowerCase()
  return term.length < leastCharacters ? '' : term
}
