import type { Measured } from '#domain/policies/warning'

/**
 * An hour is used if at least this many of its four quarters have a reading. Our choice, modeled on the three quarters
 * that the EPA requires for longer averages: 6 of 8 hours, 18 of 24.
 */
export const fewestQuarters = 3

/** The source name for a value from a customer's own instrument. */
export const ownSensorName = (name: string) => `Your sensor: ${name}`

/**
 * The index at a place, including the customer's own sensor, which can raise but never lower it (decision 65). If there
 * is no official value, the sensor's is used. A higher official value stays even when it is old, so that a cheaper
 * sensor does not end the warning.
 */
export function raisedBy(official: Measured | undefined, own: Measured | null): Measured | undefined {
  if (own === null) return official
  if (official === undefined || official.kind === 'missing') return own.kind === 'missing' ? official : own
  return own.kind === 'fresh' && own.value > official.value ? own : official
}
