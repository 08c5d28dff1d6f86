import type { Measures } from '#domain/conditions/reading'
import type { HourForecast } from '#domain/forecasts/forecast'

/** An hour of a forecast as the substitute for a measurement. */
export type Analysis = Measures & { readonly timeMs: number; readonly elevationFeet: number | null }

export function analysisOf(hour: HourForecast & { readonly elevationFeet: number | null }): Analysis {
  return {
    timeMs: hour.timeMs,
    elevationFeet: hour.elevationFeet,
    temperatureF: hour.temperatureF,
    humidityPercent: hour.humidityPercent,
    windMph: hour.windMph,
    gustMph: hour.gustMph,
    windFromDegrees: hour.windFromDegrees,
    cloudFraction: hour.cloudFraction,
    rainInchesPerHour: hour.precipitationInches,
    weatherCode: hour.weatherCode,
    // Values a forecast lacks are not measured either.
    stationPressureHpa: null,
    solarWattsPerM2: null,
    rainTodayInches: null,
    visibilityMiles: null,
    measuredWbgtF: null,
    pm25: null,
  }
}
