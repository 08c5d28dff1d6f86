import { usableTempC } from '#domain/conditions/usable'
import { known } from '#domain/units/known'
import { pressureKpa, psychrometricKpa, windAt2mMs } from './air.ts'
import {
  netLongwaveMj,
  netShortwaveMj,
  solarFromSunshineMj,
  solarFromTemperatureMj,
  warmingFactors,
} from './radiation.ts'
import { clearSkyFullMj, clearSkySimpleMj, daylightHours, topMj } from './sky.ts'
import { daySaturationKpa, dayVapourKpa, saturationSlope, type DayHumidity } from './vapour.ts'

/** The standard's default for unknown wind, an average of many places. */
const usualWindMs = 2

/** One day, from local standard midnight to midnight. */
export interface EtDay extends DayHumidity {
  readonly latitude: number | null
  readonly elevationM: number | null
  readonly dayOfYear: number | null
  readonly solarMj: number | null
  readonly windMs: number | null
  readonly windHeightM: number | null
  readonly sunshineHours?: number | null
  readonly coast?: boolean
  /** Soil heat flux: zero over a day, small over a month. */
  readonly soilMj?: number
}

export interface EtMethod {
  readonly standard: 'FAO-56' | 'ASCE'
  /** How the clear-sky radiation is calculated: from height alone, or from beam and haze. */
  readonly clearSky: 'simple' | 'full'
}

export interface Et {
  readonly mm: number
  /** The inputs that were not measured. */
  readonly estimated: readonly ('humidity' | 'radiation' | 'wind')[]
}

/** The water that short, well-kept grass gives off in a day (Penman-Monteith). Null for an implausible day. */
export function dailyEt(day: EtDay, method: EtMethod): Et | null {
  const [warm, cold] = [usableTempC(day.tempMaxC), usableTempC(day.tempMinC)]
  if (warm === null || cold === null || warm < cold) return null
  if ((usableTempC(day.dewPointC ?? null) ?? -Infinity) > warm + 1) return null
  const sun = solarOf(day, method)
  const vapour = dayVapourKpa(day)
  if (sun === null || vapour === null) return null
  const wind = windAt2mMs(day.windMs, day.windHeightM)

  const mean = (warm + cold) / 2
  const slope = saturationSlope(mean, method.standard)
  const gamma = psychrometricKpa(pressureKpa(day.elevationM))
  const saturated = daySaturationKpa(warm, cold)
  const net = netOf(day, sun, vapour.kpa, method)
  if (slope === null || gamma === null || saturated === null || net === null) return null
  const thirst = Math.max(0, saturated - vapour.kpa)
  const u2 = wind ?? usualWindMs
  const byEnergy = 0.408 * slope * (net - (day.soilMj ?? 0))
  const byWind = gamma * (900 / (mean + 273)) * u2 * thirst
  const mm = known((byEnergy + byWind) / (slope + gamma * (1 + 0.34 * u2)))
  if (mm === null) return null
  return {
    // Dew on a winter day is not evapotranspiration.
    mm: Math.max(0, mm),
    estimated: [
      ...(vapour.estimated ? (['humidity'] as const) : []),
      ...(sun.estimated ? (['radiation'] as const) : []),
      ...(wind === null ? (['wind'] as const) : []),
    ],
  }
}

interface Solar {
  readonly solarMj: number
  readonly clearSkyMj: number
  readonly estimated: boolean
}

/**
 * Measured, or estimated from sunshine hours or the temperature range. Never assumes a clear sky, which would give the
 * maximum.
 */
function solarOf(day: EtDay, { clearSky }: EtMethod): Solar | null {
  const { latitude, dayOfYear, elevationM } = day
  const top = topMj(latitude, dayOfYear)
  const simple = clearSkySimpleMj(top, elevationM)
  const vapourKpa = dayVapourKpa(day)?.kpa ?? null
  const full = clearSkyFullMj({
    topMj: top,
    latitude,
    dayOfYear,
    pressureKpa: pressureKpa(elevationM),
    vapourKpa,
  })
  const clearSkyMj = clearSky === 'full' ? full : simple
  if (top === null || clearSkyMj === null) return null
  const measured = known(day.solarMj)
  if (measured !== null) {
    const possible = measured >= 0 && measured <= top
    return possible ? { solarMj: measured, clearSkyMj, estimated: false } : null
  }
  const sunshine = solarFromSunshineMj(day.sunshineHours ?? null, daylightHours(latitude, dayOfYear), top)
  const factor = day.coast === true ? warmingFactors.coast : warmingFactors.interior
  const warmed = solarFromTemperatureMj(top, day.tempMaxC, day.tempMinC, factor)
  const solarMj = sunshine ?? (warmed === null ? null : Math.min(clearSkyMj, warmed))
  return solarMj === null ? null : { solarMj, clearSkyMj, estimated: true }
}

function netOf(day: EtDay, sun: Solar, vapourKpa: number, { standard }: EtMethod): number | null {
  const { tempMaxC, tempMinC } = day
  const { solarMj, clearSkyMj } = sun
  const [gained, lost] = [
    netShortwaveMj(solarMj),
    netLongwaveMj({ tempMaxC, tempMinC, vapourKpa, solarMj, clearSkyMj }, standard),
  ]
  return gained === null || lost === null ? null : gained - lost
}
