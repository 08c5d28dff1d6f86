import type { Particulate } from '#domain/air-quality/averages'
import {
  metricLabels,
  reportObservations,
  type Metric,
  type ReportColumn,
  type ReportObservation,
} from '#domain/reports/report'
import type { GatheredColumn } from '#server/rooms/stations/index'

/** The source of a column's numbers. */
export type ColumnSource =
  | { readonly kind: 'station'; readonly column: GatheredColumn }
  | { readonly kind: 'air'; readonly dust: Particulate }
  | { readonly kind: 'evapotranspiration' }

type OfStation = Exclude<ReportObservation, 'PM2_5_AQI' | 'PM10_AQI' | 'Evapotranspiration'>

const stationColumns: Readonly<Record<OfStation, Partial<Record<Metric, GatheredColumn>>>> = {
  AmbientTemperature: { avg: 'mean_temperature_f', max: 'max_temperature_f', min: 'min_temperature_f' },
  FeelsLike: { avg: 'mean_feels_like_f', max: 'max_feels_like_f', min: 'min_feels_like_f' },
  HeatIndex: { avg: 'mean_heat_index_f', max: 'max_heat_index_f' },
  WindChill: { avg: 'mean_wind_chill_f', min: 'min_wind_chill_f' },
  WBGT: { avg: 'mean_wbgt_f', max: 'max_wbgt_f' },
  RelativeHumidity: {
    avg: 'mean_humidity_percent',
    max: 'max_humidity_percent',
    min: 'min_humidity_percent',
  },
  WindSpeed: { avg: 'mean_wind_mph', max: 'max_wind_mph', min: 'min_wind_mph' },
  WindGust: { max: 'max_gust_mph' },
  Precipitation: { sum: 'rain_inches' },
}

export function columnSourceOf({ observation, metric }: ReportColumn): ColumnSource {
  if (observation === 'PM2_5_AQI') return { kind: 'air', dust: 'PM2.5' }
  if (observation === 'PM10_AQI') return { kind: 'air', dust: 'PM10' }
  if (observation === 'Evapotranspiration') return { kind: 'evapotranspiration' }
  const column = stationColumns[observation][metric]
  if (!column) throw new Error(`A report has no ${metric} of ${observation}`)
  return { kind: 'station', column }
}

const decimals: Readonly<Record<string, number>> = { in: 3, AQI: 0 }

/** The usual number of decimals for a column's unit. */
export function decimalsOf({ observation }: Pick<ReportColumn, 'observation'>): number {
  return decimals[reportObservations[observation].unit] ?? 1
}

/** A title such as 'Temperature, average (°F)'. */
export function columnTitle({ observation, metric }: ReportColumn): string {
  const { label, unit } = reportObservations[observation]
  return `${label}, ${metricLabels[metric].toLowerCase()} (${unit})`
}
