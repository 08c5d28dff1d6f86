import { knownWithin } from '#domain/units/known'

/*
 * What an instrument may say of the air. The limits are far outside of all weather: they keep broken numbers away from
 * formulas that would make something of them, and judge no reading that could be true.
 */

export function usableTempC(value: number | null): number | null {
  return knownWithin(value, -150, 100)
}

export function usableTempF(value: number | null): number | null {
  return knownWithin(value, -238, 212)
}

/** A little above 100 is a sensor's noise, and means 100. At 0 there is no dew point: that is no reading. */
export function usableHumidity(percent: number | null): number | null {
  const value = knownWithin(percent, 0, 105)
  return value === null || value === 0 ? null : Math.min(100, value)
}

/** In m/s as in mph. */
export function usableSpeed(value: number | null): number | null {
  return knownWithin(value, 0, 500)
}

export function usablePressureHpa(value: number | null): number | null {
  return knownWithin(value, 300, 1100)
}
