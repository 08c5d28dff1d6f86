const leastCharacters = 3

/** What a list is searched for: fewer than three characters are nothing yet, and every text includes that. */
export function searchTerm(typed: string): string {
  const term = typed.trim().toLowerCase()
  return term.length < leastCharacters ? '' : term
}
