import { usableHumidity, usableTempC } from '#domain/conditions/usable'

/*
 * Vapor pressure as in FAO-56, in kPa. A separate formula: the one for dew points in `domain/conditions` differs and
 * would make results incomparable with other evapotranspiration values.
 */

/** The saturation vapor pressure of air. */
export function saturationKpa(tempC: number | null): number | null {
  const temp = usableTempC(tempC)
  return temp === null ? null : 0.6108 * Math.exp((17.27 * temp) / (temp + 237.3))
}

/** A day's saturation pressure: the mean of both extremes, never the value at the mean temperature. */
export function daySaturationKpa(tempMaxC: number | null, tempMinC: number | null): number | null {
  const [warm, cold] = [saturationKpa(tempMaxC), saturationKpa(tempMinC)]
  return warm === null || cold === null ? null : (warm + cold) / 2
}

/** The slope of the saturation pressure, kPa per degree. ASCE rounds the same product. */
export function saturationSlope(tempC: number | null, standard: 'FAO-56' | 'ASCE' = 'FAO-56'): number | null {
  const temp = usableTempC(tempC)
  if (temp === null) return null
  const factor = standard === 'ASCE' ? 2503 : 4098 * 0.6108
  return (factor * Math.exp((17.27 * temp) / (temp + 237.3))) / (temp + 237.3) ** 2
}

export interface DayHumidity {
  readonly tempMaxC: number | null
  readonly tempMinC: number | null
  readonly vapourKpa?: number | null
  readonly dewPointC?: number | null
  readonly humidityMaxPercent?: number | null
  readonly humidityMinPercent?: number | null
  readonly humidityMeanPercent?: number | null
  /** Whether the climate is dry, in which case the temperature does not drop to the dew point at night. */
  readonly arid?: boolean
}

/**
 * A day's vapor pressure from the best available measurement or, as a last resort, from the night's minimum, which
 * tends to reach the dew point.
 */
export function dayVapourKpa(day: DayHumidity): { readonly kpa: number; readonly estimated: boolean } | null {
  const measured =
    positive(day.vapourKpa ?? null) ??
    saturationKpa(day.dewPointC ?? null) ??
    vapourFromExtremesKpa(day) ??
    vapourFromMeanKpa(day)
  if (measured !== null) return { kpa: measured, estimated: false }
  const tempMinC = usableTempC(day.tempMinC)
  const kpa = tempMinC === null ? null : saturationKpa(day.arid === true ? tempMinC - 2 : tempMinC)
  return kpa === null ? null : { kpa, estimated: true }
}

export function vapourFromExtremesKpa(day: DayHumidity): number | null {
  const [warm, cold] = [saturationKpa(day.tempMaxC), saturationKpa(day.tempMinC)]
  const most = usableHumidity(day.humidityMaxPercent ?? null)
  const least = usableHumidity(day.humidityMinPercent ?? null)
  if (warm === null || cold === null || most === null || least === null) return null
  return (cold * most + warm * least) / 200
}

export function vapourFromMeanKpa(day: DayHumidity): number | null {
  const saturated = daySaturationKpa(day.tempMaxC, day.tempMinC)
  const mean = usableHumidity(day.humidityMeanPercent ?? null)
  return saturated === null || mean === null ? null : (mean / 100) * saturated
}

/** No air holds as much as 20 kPa of vapor. */
function positive(kpa: number | null): number | null {
  return kpa !== null && kpa >= 0 && kpa < 20 ? kpa : null
}
