/** Prevents a reload loop while two servers behind one address have different pages. */
const leastAgeMs = 600_000

/** Whether a page should reload because the server has a different one, and this one has been open for a while. */
export function isReloadDue(own: string, served: string, ageMs: number): boolean {
  return served !== own && ageMs >= leastAgeMs
}
