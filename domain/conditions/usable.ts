import { knownWithin } from '#domain/units/known'

/*
 * Plausible instrument values. The limits are far outside any real weather, so they keep broken numbers out of formulas
 * that would accept them, and reject no reading that could be true.
 */

export function usableTempC(value: number | null): number | null {
  return knownWithin(value, -150, 100)
}

export function usableTempF(value: number | null): number | null {
  return knownWithin(value, -238, 212)
}

/** Slightly above 100 is sensor noise and means 100. At 0 there is no dew point, so 0 is not a valid reading. */
export function usableHumidity(percent: number | null): number | null {
  const value = knownWithin(percent, 0, 105)
  return value === null || value === 0 ? null : Math.min(100, value)
}

/** A plausible speed, in m/s or mph. */
export function usableSpeed(value: number | null): number | null {
  return knownWithin(value, 0, 500)
}

export function usablePressureHpa(value: number | null): number | null {
  return knownWithin(value, 300, 1100)
}
