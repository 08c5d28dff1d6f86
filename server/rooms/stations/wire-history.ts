import { roundedTo } from '#domain/units/rounding'
import type { DayRow, HourRow } from './store/history.ts'
import type { TimelineRow } from './store/stations.ts'

const tenths = (value: number | null) => roundedTo(value, 1)
const thousandths = (value: number | null) => roundedTo(value, 3)

export function wireTimeline(row: TimelineRow) {
  return {
    date: row.at.toISOString(),
    avgAmbientTemperature: tenths(row.mean_temperature_f),
    maxWindSpeed: tenths(row.max_wind_mph),
    maxWetBulbGlobalTemp: tenths(row.max_wbgt_f),
  }
}

/** Rain is radar-corrected where available. */
export function wireHour(row: HourRow) {
  return {
    date: row.start_at.toISOString(),
    avgAmbientTemperature: tenths(row.mean_temperature_f),
    maxWindSpeed: tenths(row.max_wind_mph),
    maxWindGust: tenths(row.max_gust_mph),
    maxRain1Hr: thousandths(row.corrected_rain_inches ?? row.rain_inches),
    rainIsCorrected: row.corrected_rain_inches !== null,
  }
}

export function wireDay(row: DayRow) {
  return {
    date: row.day,
    minAmbientTemperature: tenths(row.min_temperature_f),
    avgAmbientTemperature: tenths(row.mean_temperature_f),
    maxAmbientTemperature: tenths(row.max_temperature_f),
    maxWindSpeed: tenths(row.max_wind_mph),
    maxWindGust: tenths(row.max_gust_mph),
    rainTotal: thousandths(row.corrected_rain_inches ?? row.rain_inches),
    rainIsCorrected: row.corrected_rain_inches !== null,
  }
}

export type WireHour = ReturnType<typeof wireHour>
export type WireDay = ReturnType<typeof wireDay>
