/** The specification's ages: under 5 minutes, under 15, under 30. */
export type StrikeAge = 'new' | 'recent' | 'old'

const limits: readonly (readonly [StrikeAge, number])[] = [
  ['new', 300],
  ['recent', 900],
  ['old', 1800],
]

/** Null if too old to show. A strike one second ahead is new, because clocks differ that much. */
export function strikeAge(seconds: number): StrikeAge | null {
  return limits.find(([, limit]) => seconds < limit)?.[0] ?? null
}
