import type { ObservedMeasure } from '#contract/weather/measures'
import type { WeatherStation } from '#contract/devices/stations'
import { roundedTo } from '#domain/units/rounding'

export function hasEvapotranspiration({ features }: WeatherStation): boolean {
  return features.some(({ displayName }) => displayName.toLowerCase() === 'evapotranspiration')
}

export interface StationReading {
  readonly name: string
  /** Null if not measured. */
  readonly value: string | null
  readonly unit: string
  /** Where the value comes from, if not from the station's own gauge. */
  readonly note: string | null
}

function reading(
  name: string,
  { value, unit, estimated }: ObservedMeasure,
  decimals: number,
): StationReading {
  const note = estimated === null ? null : `Estimated: ${estimated}`
  return { name, value: roundedTo(value, decimals)?.toFixed(decimals) ?? null, unit, note }
}

function rainReading({ calibratedData, rainToday }: WeatherStation): StationReading {
  const corrected = calibratedData?.rainToday ?? null
  if (corrected === null) return reading('Rain today', rainToday, 2)
  return {
    name: 'Rain today',
    value: roundedTo(corrected, 2)?.toFixed(2) ?? null,
    unit: rainToday.unit,
    note: 'Radar-corrected',
  }
}

function windReading({ windSpeed, windDirectionText }: WeatherStation): StationReading {
  const wind = reading('Wind', windSpeed, 0)
  return { ...wind, note: windDirectionText === null ? null : `From ${windDirectionText}` }
}

/** Returns the readings below the temperature, in the order shown. */
export function readingsOf(station: WeatherStation): StationReading[] {
  return [
    reading('Feels like', station.feelLike, 0),
    reading('WBGT', station.wetBulbGlobalTemp, 1),
    windReading(station),
    reading('Gust', station.windGust, 0),
    rainReading(station),
  ]
}

export function shownTemperature(station: WeatherStation): StationReading {
  return reading('Temperature', station.ambientTemperature, 0)
}
