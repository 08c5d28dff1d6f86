const perCharacterMs = 80
const leastMs = 3000

/** How long a toast stays: long enough to read. */
export function toastTime(header: string): number {
  return Math.max(perCharacterMs * header.length, leastMs)
}
