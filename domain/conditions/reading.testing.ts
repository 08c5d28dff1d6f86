import { observe, type Network, type Observation } from './observation.ts'
import type { Measures } from './reading.ts'

/** An ordinary mild day. */
export const mild: Measures = {
  temperatureF: 70,
  humidityPercent: 50,
  windMph: 6,
  gustMph: 9,
  windFromDegrees: 180,
  stationPressureHpa: 980,
  solarWattsPerM2: 400,
  cloudFraction: 0.3,
  rainInchesPerHour: 0,
  rainTodayInches: 0.12,
  visibilityMiles: 10,
  weatherCode: '0004',
  measuredWbgtF: null,
  pm25: null,
}

/** Noon in Oklahoma, on a summer day. */
export const noonMs = Date.UTC(2026, 6, 1, 18)

export function observed(
  network: Network,
  measures: Partial<Measures> = {},
  timeMs = noonMs,
  name: string = network,
): Observation {
  const place = { latitude: 35.2, longitude: -97.4, elevationFeet: 1170 }
  return observe(
    { ...place, id: name, network, name, timeZone: 'America/Chicago' },
    { timeMs, measures: { ...mild, ...measures }, olderMs: {} },
  )
}
