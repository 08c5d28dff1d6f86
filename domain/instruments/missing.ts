/** Text that senders write in place of a value they do not have. */
const missingTexts = new Set([
  '',
  '-',
  '--',
  '---',
  'null',
  'none',
  'nan',
  'n/a',
  '#',
  'unknown',
  'unavailable',
])
/** Numbers that mean 'no value' in any unit, because no measured value comes near any of them. */
const missingNumbers = new Set([-9999, -999, -7999, 7999, -99999, 0xffffffff, -32768, 32767])

/**
 * The number in a field, or null if it has none. Accepts numbers and decimal text; anything else, and everything that
 * senders write for a missing value, gives null. Missing is never zero.
 */
export function fieldNumber(given: unknown): number | null {
  const value = typeof given === 'string' ? numberIn(given) : given
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return missingNumbers.has(value) ? null : value
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

function numberIn(text: string): number | null {
  const trimmed = text.trim()
  if (missingTexts.has(trimmed.toLowerCase()) || !decimal.test(trimmed)) return null
  return Number(trimmed)
}
