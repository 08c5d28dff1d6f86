import { derivedOf } from '#domain/conditions/derived'
import type { HistoryRecord, PastReading } from '#domain/conditions/history'
import { dayName, localDay } from '#domain/conditions/local-day'
import type { Measures } from '#domain/conditions/reading'
import type { DayRow, HourRow, SpanColumns } from './store/history.ts'
import type { ReadingRow, StationRow } from './store/stations.ts'

/** Converts between the API's weather and the tables. */

/** Values derived from a reading and stored with it. */
export type DerivedColumns = Pick<PastReading, 'feelsLikeF' | 'heatIndexF' | 'windChillF' | 'wbgtF'>

export function readingRow(
  stationId: number,
  timeMs: number,
  measures: Measures,
  derived: DerivedColumns,
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
    measured_wbgt_f: measures.measuredWbgtF,
    pm25: measures.pm25,
    feels_like_f: derived.feelsLikeF,
    wbgt_f: derived.wbgtF,
    heat_index_f: derived.heatIndexF,
    wind_chill_f: derived.windChillF,
  }
}

/** Adds the values derived from the measurements. */
export function derivedRow(station: StationRow, timeMs: number, measures: Measures): ReadingRow {
  const { id, latitude, longitude, elevation_feet: elevationFeet } = station
  const { feelsLike, ...derived } = derivedOf({ latitude, longitude, elevationFeet }, measures, timeMs)
  return readingRow(id, timeMs, measures, { ...derived, feelsLikeF: feelsLike?.feelsLikeF ?? null })
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
    measuredWbgtF: row.measured_wbgt_f,
    pm25: row.pm25,
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
    min_wind_mph: record.minWindMph,
    max_wind_mph: record.maxWindMph,
    max_gust_mph: record.maxGustMph,
    mean_station_pressure_hpa: record.meanStationPressureHpa,
    mean_solar_watts_per_m2: record.meanSolarWattsPerM2,
    rain_inches: record.rainInches,
    rain_unplaced_inches: null,
    mean_feels_like_f: record.meanFeelsLikeF,
    min_feels_like_f: record.minFeelsLikeF,
    max_feels_like_f: record.maxFeelsLikeF,
    mean_heat_index_f: record.meanHeatIndexF,
    max_heat_index_f: record.maxHeatIndexF,
    mean_wind_chill_f: record.meanWindChillF,
    min_wind_chill_f: record.minWindChillF,
    mean_wbgt_f: record.meanWbgtF,
    max_wbgt_f: record.maxWbgtF,
  }
}

export function hourRow(stationId: number, record: HistoryRecord): HourRow {
  return {
    ...spanColumns(stationId, record),
    start_at: new Date(record.startMs),
    corrected_rain_inches: null,
  }
}

export function dayRow(stationId: number, timeZone: string, record: HistoryRecord): DayRow {
  const day = dayName(localDay(timeZone, record.startMs))
  return { ...spanColumns(stationId, record), day, corrected_rain_inches: null }
}
