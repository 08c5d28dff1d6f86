import type { Analysis } from '#server/rooms/conditions/index'
import type { HourForecast } from '#domain/forecasts/forecast'

/** Uses a forecast hour as a substitute for a measurement. */
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
    // Values that a forecast lacks count as not measured.
    stationPressureHpa: null,
    solarWattsPerM2: null,
    rainTodayInches: null,
    visibilityMiles: null,
    measuredWbgtF: null,
    pm25: null,
  }
}
