import type { Reading } from './reading.ts'

/** A station's means and extremes for one hour or one local day; null if missing. */
export interface HistoryRecord {
  /** The first instant of the hour or local day, and the first one after it. */
  readonly startMs: number
  readonly endMs: number
  readonly meanTemperatureF: number | null
  readonly minTemperatureF: number | null
  readonly maxTemperatureF: number | null
  readonly meanHumidityPercent: number | null
  readonly minHumidityPercent: number | null
  readonly maxHumidityPercent: number | null
  readonly meanWindMph: number | null
  readonly minWindMph: number | null
  readonly maxWindMph: number | null
  readonly maxGustMph: number | null
  readonly meanStationPressureHpa: number | null
  /** The mean includes the night. */
  readonly meanSolarWattsPerM2: number | null
  /** Water equivalent: snow is included as melted water. */
  readonly rainInches: number | null
  // Null if it could not be calculated, for example because a day's hours are unknown.
  readonly meanFeelsLikeF: number | null
  readonly minFeelsLikeF: number | null
  readonly maxFeelsLikeF: number | null
  readonly meanHeatIndexF: number | null
  readonly maxHeatIndexF: number | null
  readonly meanWindChillF: number | null
  readonly minWindChillF: number | null
  readonly meanWbgtF: number | null
  readonly maxWbgtF: number | null
}

/** A past reading with its derived values. The source computes them, because months of data take a long time. */
export interface PastReading extends Reading {
  readonly feelsLikeF: number | null
  readonly heatIndexF: number | null
  readonly windChillF: number | null
  readonly wbgtF: number | null
}

/**
 * A chunk of a station's history. Chunks arrive in chronological order, and each states up to what time the history is
 * now complete.
 */
export interface StationPast {
  readonly source: string
  readonly stationId: string
  readonly throughMs: number
  readonly days: readonly HistoryRecord[]
  readonly hours: readonly HistoryRecord[]
  readonly readings: readonly PastReading[]
}
