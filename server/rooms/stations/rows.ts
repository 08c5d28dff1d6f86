import type { HistoryRecord } from '#domain/conditions/history'
import { dayName, localDay } from '#domain/conditions/local-day'
import type { Measures } from '#domain/conditions/reading'
import { hourMs } from '#server/platform/clock'
import type { DayRow, HourRow, SpanColumns, StationHour } from './history-store.ts'
import type { ReadingRow } from './store.ts'

/** Weather between the wire and the tables. */

export function readingRow(
  stationId: number,
  timeMs: number,
  measures: Measures,
  derived: { readonly feelsLikeF: number | null; readonly wbgtF: number | null },
): ReadingRow {
  return {
    station_id: stationId,
    at: new Date(timeMs),
    temperature_f: measures.temperatureF,
    humidity_percent: measures.humidityPercent,
    wind_mph: measures.windMph,
    gust_mph: measures.gustMph,
    wind_from_degrees: measures.windFromDegrees,
    station_pressure_hpa: measures.stationPressureHpa,
    solar_watts_per_m2: measures.solarWattsPerM2,
    cloud_fraction: measures.cloudFraction,
    rain_inches_per_hour: measures.rainInchesPerHour,
    rain_today_inches: measures.rainTodayInches,
    visibility_miles: measures.visibilityMiles,
    weather_code: measures.weatherCode,
    feels_like_f: derived.feelsLikeF,
    wbgt_f: derived.wbgtF,
  }
}

export function measuresOf(row: ReadingRow): Measures {
  return {
    temperatureF: row.temperature_f,
    humidityPercent: row.humidity_percent,
    windMph: row.wind_mph,
    gustMph: row.gust_mph,
    windFromDegrees: row.wind_from_degrees,
    stationPressureHpa: row.station_pressure_hpa,
    solarWattsPerM2: row.solar_watts_per_m2,
    cloudFraction: row.cloud_fraction,
    rainInchesPerHour: row.rain_inches_per_hour,
    rainTodayInches: row.rain_today_inches,
    visibilityMiles: row.visibility_miles,
    weatherCode: row.weather_code,
  }
}

function spanColumns(stationId: number, record: HistoryRecord): SpanColumns {
  return {
    station_id: stationId,
    mean_temperature_f: record.meanTemperatureF,
    min_temperature_f: record.minTemperatureF,
    max_temperature_f: record.maxTemperatureF,
    mean_humidity_percent: record.meanHumidityPercent,
    min_humidity_percent: record.minHumidityPercent,
    max_humidity_percent: record.maxHumidityPercent,
    mean_wind_mph: record.meanWindMph,
    max_wind_mph: record.maxWindMph,
    max_gust_mph: record.maxGustMph,
    mean_station_pressure_hpa: record.meanStationPressureHpa,
    mean_solar_watts_per_m2: record.meanSolarWattsPerM2,
    rain_inches: record.rainInches,
    max_wbgt_f: record.maxWbgtF,
    mean_feels_like_f: record.meanFeelsLikeF,
  }
}

export function hourRow(stationId: number, record: HistoryRecord): HourRow {
  return { ...spanColumns(stationId, record), start_at: new Date(record.startMs) }
}

export function dayRow(stationId: number, timeZone: string, record: HistoryRecord): DayRow {
  return { ...spanColumns(stationId, record), day: dayName(localDay(timeZone, record.startMs)) }
}

/**
 * The hours that readings are part of, each once. The next one too: what the gauge rose by there is told from where it
 * stood here.
 */
export function hoursTouched(readings: readonly { station_id: number; at: Date }[]): StationHour[] {
  const touched = new Map<string, StationHour>()
  for (const { station_id, at } of readings) {
    const startMs = Math.ceil(at.getTime() / hourMs - 1) * hourMs
    for (const ms of [startMs, startMs + hourMs]) {
      touched.set(`${station_id} ${ms}`, { station_id, start_at: new Date(ms) })
    }
  }
  return [...touched.values()]
}
