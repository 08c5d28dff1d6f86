import { knownWithin } from '#domain/units/known'
import type { InstrumentMeasure } from './message.ts'

/**
 * Limits that no working instrument exceeds anywhere on land. A number beyond them is a code for 'missing', in another
 * unit, or the result of damage. Whether a value within them is likely at its place is decided later. The limits are
 * our choice, and wider than those of NOAA's MADIS surface checks (-60 to 130 °F, 568 to 1100 hPa): high mountains and
 * a sensor in the sun are shown.
 */
export const measureLimits: Readonly<Record<InstrumentMeasure, readonly [least: number, most: number]>> = {
  // Some senders use -99.9 for 'missing'; no inhabited place is that cold.
  temperatureF: [-95, 160],
  humidityPercent: [0, 100],
  windMph: [0, 250],
  gustMph: [0, 300],
  windFromDegrees: [0, 360],
  stationPressureHpa: [300, 1100],
  seaLevelPressureHpa: [300, 1100],
  solarWattsPerM2: [0, 2000],
  rainInchesPerHour: [0, 80],
  rainTodayInches: [0, 80],
  rainCounterInches: [0, 100_000],
  uvIndex: [0, 25],
  wbgtF: [-95, 160],
  pm25: [0, 5000],
  pm10: [0, 10_000],
}

/** How far beyond a limit noise may take a working sensor: a humidity sensor in fog, a solar sensor at night. */
const noise: Partial<Record<InstrumentMeasure, readonly [below: number, above: number]>> = {
  humidityPercent: [0, 5],
  solarWattsPerM2: [20, 0],
  pm25: [5, 0],
  pm10: [5, 0],
}

/** The value, or null if it cannot be one. */
export function withinLimits(measure: InstrumentMeasure, value: number | null): number | null {
  const [least, most] = measureLimits[measure]
  const [below, above] = noise[measure] ?? [0, 0]
  const possible = knownWithin(value, least - below, most + above)
  // Adding zero turns -0, which a negative conversion factor may leave, into 0.
  return possible === null ? null : Math.min(most, Math.max(least, possible)) + 0
}
