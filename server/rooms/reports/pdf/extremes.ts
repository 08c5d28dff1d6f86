import {
  reportObservations,
  type Metric,
  type ReportColumn,
  type ReportObservation,
} from '#domain/reports/report'
import { seriesViewOf } from '#server/rooms/reports/series'
import type { ReportDocument } from './document.ts'

/** A column's most extreme value, and its station and time. */
export interface Extreme {
  readonly words: string
  readonly value: number
  readonly station: number
  readonly row: number
}

export interface ObservationSummary {
  readonly observation: ReportObservation
  readonly extremes: readonly Extreme[]
  readonly intervals: number
  readonly withoutData: number
}

const wordsOf: Readonly<Record<Metric, string>> = {
  max: 'Highest',
  min: 'Lowest',
  sum: 'Most',
  avg: 'Highest average',
}

const isLowest = ({ metric }: ReportColumn) => metric === 'min'

/**
 * The columns to show extremes of. Means are less useful as extremes, so they are shown only if nothing else was
 * requested.
 */
function extremeColumns(columns: readonly ReportColumn[], observation: ReportObservation): ReportColumn[] {
  const own = columns.filter(column => column.observation === observation)
  const sharp = own.filter(({ metric }) => metric !== 'avg')
  return sharp.length > 0 ? sharp : own
}

/** The extremes of each observation, over all stations. */
export function summarize({ columns, stations }: ReportDocument): ObservationSummary[] {
  const views = stations.map(({ series }) => seriesViewOf(series))
  const observations = [...new Set(columns.map(({ observation }) => observation))]
  return observations.map(observation => {
    const own = columns.flatMap((column, index) => (column.observation === observation ? [index] : []))
    let [intervals, withoutData] = [0, 0]
    for (const view of views) {
      for (let row = 0; row < view.startMs.length; row++) {
        intervals++
        if (own.every(index => Number.isNaN(view.columns[index]?.[row]))) withoutData++
      }
    }
    const extremes = extremeColumns(columns, observation).flatMap((column): Extreme[] => {
      let found: Extreme | undefined
      views.forEach((view, station) =>
        view.columns[columns.indexOf(column)]?.forEach((value, row) => {
          const isBeyond =
            found === undefined || (isLowest(column) ? value < found.value : value > found.value)
          if (!Number.isNaN(value) && isBeyond) found = { words: wordsOf[column.metric], value, station, row }
        }),
      )
      return found ? [found] : []
    })
    return { observation, extremes, intervals, withoutData }
  })
}

/** Ordered by what people look for first in a record of heat or wind. */
const order: readonly ReportObservation[] = [
  'WBGT',
  'HeatIndex',
  'FeelsLike',
  'AmbientTemperature',
  'WindGust',
  'WindSpeed',
]

/** The column whose most extreme rows are listed. */
export function listedColumn(columns: readonly ReportColumn[]): ReportColumn | undefined {
  const chosen = columns.map(({ observation }) => observation)
  const observation = order.find(each => chosen.includes(each)) ?? chosen[0]
  return observation && extremeColumns(columns, observation)[0]
}

/** The rows with the most extreme values, most extreme first. */
export function mostExtremeRows(column: ReportColumn, values: Float64Array, most: number): number[] {
  const rows = Array.from(values.keys()).filter(row => !Number.isNaN(values[row]))
  const sign = isLowest(column) ? 1 : -1
  return rows
    .toSorted((one, other) => sign * ((values[one] ?? 0) - (values[other] ?? 0)) || one - other)
    .slice(0, most)
}

export function unitOf(observation: ReportObservation): string {
  const { unit } = reportObservations[observation]
  return unit === 'AQI' ? '' : unit === '%' ? '%' : ` ${unit}`
}
