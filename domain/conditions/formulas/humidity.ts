import { known } from '#domain/units/known'
import { usableHumidity, usableTempC } from '#domain/conditions/usable'

/*
 * Vapor pressure after Bolton (1980), over water at every temperature, because weather reports refer to water below
 * freezing too. Evapotranspiration and WBGT deliberately use their own formulas, which must not be mixed with these.
 */

/** The saturation vapor pressure of air. */
export function saturationHpa(tempC: number | null): number | null {
  const temp = usableTempC(tempC)
  return temp === null ? null : 6.112 * Math.exp((17.67 * temp) / (temp + 243.5))
}

/** The vapor pressure of air at this humidity. */
export function vapourHpa(tempC: number | null, humidityPercent: number | null): number | null {
  const [saturated, humidity] = [saturationHpa(tempC), usableHumidity(humidityPercent)]
  return saturated === null || humidity === null ? null : (humidity / 100) * saturated
}

export function dewPointC(tempC: number | null, humidityPercent: number | null): number | null {
  const vapour = vapourHpa(tempC, humidityPercent)
  if (vapour === null) return null
  const share = Math.log(vapour / 6.112)
  return known((243.5 * share) / (17.67 - share))
}

/** A dew point above the temperature is sensor noise and means 100 %. */
export function relativeHumidityPercent(tempC: number | null, dewPoint: number | null): number | null {
  const [saturated, vapour] = [saturationHpa(tempC), saturationHpa(dewPoint)]
  return saturated === null || vapour === null ? null : Math.min(100, (100 * vapour) / saturated)
}
