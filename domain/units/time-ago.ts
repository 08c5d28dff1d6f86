import { isKnown } from './known.ts'
import { rounded } from './rounding.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Clocks differ slightly. A time further in the future comes from a wrong clock and has no age. */
const mostAheadMs = minuteMs

/**
 * How long ago a time was, as text: under 90 minutes in minutes, under 36 hours in hours, otherwise in days. Null if
 * unknown.
 */
export function timeAgo(thenMs: number | null, nowMs: number): string | null {
  if (!isKnown(thenMs) || !isKnown(nowMs) || nowMs - thenMs < -mostAheadMs) return null
  const ageMs = nowMs - thenMs
  if (ageMs < 90 * minuteMs) return inWords(ageMs / minuteMs, 'minute')
  if (ageMs < 36 * hourMs) return inWords(ageMs / hourMs, 'hour')
  return inWords(ageMs / dayMs, 'day')
}

/** Rounded, not truncated, because truncating one and a half hours to one would make old data look recent. */
function inWords(age: number, unit: string): string | null {
  const count = rounded(age)
  if (count === null) return null
  if (count <= 0) return 'just now'
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
