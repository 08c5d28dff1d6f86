/** The specification's ages: under 5 minutes, under 15, under 30. */
export type StrikeAge = 'new' | 'recent' | 'old'

const limits: readonly (readonly [StrikeAge, number])[] = [
  ['new', 300],
  ['recent', 900],
  ['old', 1800],
]

/** Null for what is too old to be shown. A strike of the next second is new: clocks differ that much. */
export function strikeAge(seconds: number): StrikeAge | null {
  return limits.find(([, limit]) => seconds < limit)?.[0] ?? null
}
