import type { Point } from '#domain/geo/distance'

/** A place where weather is measured: a customer's station, or an airport that reports METARs. */
export interface Station extends Point {
  /** Unique within its source. */
  readonly id: string
  readonly source: string
  readonly network: 'station' | 'metar'
  readonly name: string
  readonly elevationFeet: number | null
  /** IANA zone: a station's day starts at its local midnight. */
  readonly timeZone: string
}

/** Measurements; null if not measured. Times are milliseconds since the epoch, in UTC. */
export interface Measures {
  readonly temperatureF: number | null
  readonly humidityPercent: number | null
  readonly windMph: number | null
  readonly gustMph: number | null
  /** Null when it is calm or the wind has no direction. */
  readonly windFromDegrees: number | null
  /** Station pressure, not reduced to sea level. */
  readonly stationPressureHpa: number | null
  readonly solarWattsPerM2: number | null
  /** From 0 (clear) to 1 (overcast). */
  readonly cloudFraction: number | null
  readonly rainInchesPerHour: number | null
  /** Since midnight at the station; snow is included as melted water. */
  readonly rainTodayInches: number | null
  readonly visibilityMiles: number | null
  /** Four digits, as in `weather-code.ts`. */
  readonly weatherCode: string | null
  /** Measured by a globe thermometer, which few stations have; usually the WBGT is calculated from other values. */
  readonly measuredWbgtF: number | null
  /** Fine particles, in micrograms per cubic meter. */
  readonly pm25: number | null
}

/** One station's report on the weather at one time. */
export interface Reading extends Measures {
  readonly stationId: string
  readonly source: string
  readonly timeMs: number
  /**
   * Earlier measurements that this report does not repeat, each with its own time, because an airport sends short
   * reports between full ones. These values are used as current while fresh, and are not part of this reading's record.
   */
  readonly earlier?: EarlierMeasures
}

export type EarlierMeasures = {
  readonly [Field in keyof Measures]?: {
    readonly value: NonNullable<Measures[Field]>
    readonly timeMs: number
  }
}

/** An empty reading to start from. Anything not reported was not measured. */
export const nothingMeasured: Measures = {
  temperatureF: null,
  humidityPercent: null,
  windMph: null,
  gustMph: null,
  windFromDegrees: null,
  stationPressureHpa: null,
  solarWattsPerM2: null,
  cloudFraction: null,
  rainInchesPerHour: null,
  rainTodayInches: null,
  visibilityMiles: null,
  weatherCode: null,
  measuredWbgtF: null,
  pm25: null,
}

/** An image from a station's camera. */
export interface StationImage {
  readonly source: string
  readonly stationId: string
  readonly takenMs: number
  readonly jpeg: Uint8Array
}
