/** Not in a circle, where two servers behind one address have different pages for a while. */
const leastAgeMs = 600_000

/** Whether a page should load itself again: the server has another one by now, and this one has been open for a while. */
export function isReloadDue(own: string, served: string, ageMs: number): boolean {
  return served !== own && ageMs >= leastAgeMs
}
