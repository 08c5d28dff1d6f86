import { pressureFromElevationHpa } from '#domain/conditions/formulas/pressure'
import { usableHumidity, usablePressureHpa, usableSpeed, usableTempC } from '#domain/conditions/usable'
import type { Point } from '#domain/geo/distance'
import { known, knownWithin } from '#domain/units/known'
import { clearSkyWm2, cloudedSkyWm2 } from './clear-sky.ts'
import { freezingK, saturationAtHpa } from './wbgt-air.ts'
import { globeC, naturalWetBulbC, shieldedWetBulbC, type Air } from './wbgt-balance.ts'
import { lightFrom, sunOverhead, type SolarLight, type SunOverhead } from './wbgt-sun.ts'
import { windAtWorkMs } from './wbgt-wind.ts'

export interface WbgtWeather {
  /** The middle of the measurement interval. */
  readonly timeMs: number
  readonly place: Point
  readonly elevationM: number | null
  readonly tempC: number | null
  readonly humidityPercent: number | null
  readonly windMs: number | null
  readonly windHeightM: number | null
  /** Station pressure, never reduced to sea level. */
  readonly pressureHpa: number | null
  /** On level ground. */
  readonly solarWm2: number | null
  readonly cloudFraction: number | null
  /** Assumes buildings and trees around, unless specified otherwise. */
  readonly ground?: 'urban' | 'rural'
  /** Temperature difference from a lower to an upper thermometer, for the wind at night. */
  readonly riseC?: number | null
}

export interface Wbgt {
  readonly wbgtC: number
  readonly globeC: number
  readonly naturalWetBulbC: number
  readonly shieldedWetBulbC: number
  /** The value in the shade; to be shown as well if the sun was only assumed. */
  readonly shadeWbgtC: number
  /** 'clouds' and 'full sun' are estimates; at night there is nothing to measure. */
  readonly solarFrom: 'measured' | 'night' | 'clouds' | 'full sun'
  readonly pressureFrom: 'measured' | 'elevation'
  /** The inputs of the energy balance. */
  readonly light: SolarLight
  readonly windAtWorkMs: number
}

/**
 * The outdoor wet-bulb globe temperature. Missing light and pressure are estimated and reported as such. Missing wind
 * is not estimated, because assuming calm would give the hottest result. Null if anything else is missing.
 */
export function wbgt(weather: WbgtWeather): Wbgt | null {
  const tempC = usableTempC(weather.tempC)
  const humidity = usableHumidity(weather.humidityPercent)
  const windMs = usableSpeed(weather.windMs)
  const windHeightM = knownWithin(weather.windHeightM, 0.1, 500)
  const sun = sunOverhead(weather.timeMs, weather.place)
  const measuredHpa = usablePressureHpa(weather.pressureHpa)
  const pressureHpa = measuredHpa ?? pressureFromElevationHpa(weather.elevationM)
  if (tempC === null || humidity === null || windMs === null || windHeightM === null) return null
  if (sun === null || pressureHpa === null) return null

  const { solarWm2, solarFrom } = solarOn(weather, sun)
  const light = lightFrom(sun, solarWm2)
  const { ground = 'urban', riseC = null } = weather
  const wind = windAtWorkMs(
    { windMs, windHeightM, ground, riseC: known(riseC) },
    sun.cosZenith,
    light.solarWm2,
  )
  const tempK = tempC + freezingK
  const air: Air = { tempK, vapourHpa: (humidity / 100) * saturationAtHpa(tempK), pressureHpa, windMs: wind }
  const sunny = wbgtInLight(air, light)
  const shaded = wbgtInLight(air, { ...light, solarWm2: 0, directFraction: 0 })
  const shielded = shieldedWetBulbC(air)
  if (sunny === null || shaded === null || shielded === null) return null
  return {
    ...sunny,
    shieldedWetBulbC: shielded,
    shadeWbgtC: shaded.wbgtC,
    solarFrom,
    pressureFrom: measuredHpa === null ? 'elevation' : 'measured',
    light,
    windAtWorkMs: wind,
  }
}

/** The core computation: globe, wick and thermometer, each with its weight. */
export function wbgtInLight(
  air: Air,
  light: SolarLight,
): { readonly wbgtC: number; readonly globeC: number; readonly naturalWetBulbC: number } | null {
  const [globe, wick] = [globeC(air, light), naturalWetBulbC(air, light)]
  if (globe === null || wick === null) return null
  const wbgtC = 0.7 * wick + 0.2 * globe + 0.1 * (air.tempK - freezingK)
  return { wbgtC, globeC: globe, naturalWetBulbC: wick }
}

/** Unknown cloud cover is treated as a clear sky, which is the cautious assumption for people who work outside. */
function solarOn(weather: WbgtWeather, sun: SunOverhead): Pick<Wbgt, 'solarFrom'> & { solarWm2: number } {
  // A value of twice the sun's strength, or far below zero, is not a measurement; a slightly too high value is
  // truncated later.
  const measured = knownWithin(weather.solarWm2, -100, 2000)
  if (measured !== null) return { solarWm2: measured, solarFrom: 'measured' }
  if (sun.topWm2 === 0) return { solarWm2: 0, solarFrom: 'night' }
  const clouded = cloudedSkyWm2(sun.apparentElevationDegrees, weather.cloudFraction)
  if (clouded !== null) return { solarWm2: clouded, solarFrom: 'clouds' }
  return { solarWm2: clearSkyWm2(sun.apparentElevationDegrees) ?? 0, solarFrom: 'full sun' }
}
