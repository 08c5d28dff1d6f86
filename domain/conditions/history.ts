import type { Reading } from './reading.ts'

/** What a station measured in an hour, or on a day of its own calendar. Means and extremes; what is missing is null. */
export interface HistoryRecord {
  /** The hour's, or the local day's, first instant, and the one after its last. */
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
  /** Over day and night together. */
  readonly meanSolarWattsPerM2: number | null
  /** Of water: snow counts as what it melts to. */
  readonly rainInches: number | null
  // Null where it could not be worked out, as of a day whose hours are not known.
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

/** A past reading with its derived values, computed by the source because it takes long for months of data. */
export interface PastReading extends Reading {
  readonly feelsLikeF: number | null
  readonly heatIndexF: number | null
  readonly windChillF: number | null
  readonly wbgtF: number | null
}

/** A piece of a station's past. Pieces come in the order of time, and each says how far it is now complete. */
export interface StationPast {
  readonly source: string
  readonly stationId: string
  readonly throughMs: number
  readonly days: readonly HistoryRecord[]
  readonly hours: readonly HistoryRecord[]
  readonly readings: readonly PastReading[]
}
