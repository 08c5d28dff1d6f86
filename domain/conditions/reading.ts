import type { Point } from '#domain/geo/distance'

/** Where weather is measured: one of the customers' own stations, or an airport that reports METARs. */
export interface Station extends Point {
  /** Unique within its source. */
  readonly id: string
  readonly source: string
  readonly network: 'station' | 'metar'
  readonly name: string
  readonly elevationFeet: number | null
  /** IANA zone: a station's day begins at its own midnight. */
  readonly timeZone: string
}

/** What was measured; what was not is null. Instants are milliseconds since the epoch, in UTC. */
export interface Measures {
  readonly temperatureF: number | null
  readonly humidityPercent: number | null
  readonly windMph: number | null
  readonly gustMph: number | null
  /** Null when it is calm or the wind has no direction. */
  readonly windFromDegrees: number | null
  /** On the spot, not reduced to sea level. */
  readonly stationPressureHpa: number | null
  readonly solarWattsPerM2: number | null
  /** From 0, clear, to 1, overcast. */
  readonly cloudFraction: number | null
  readonly rainInchesPerHour: number | null
  /** Since the station's own midnight; snow counts as what it melts to. */
  readonly rainTodayInches: number | null
  readonly visibilityMiles: number | null
  /** Four digits, as in `weather-code.ts`. */
  readonly weatherCode: string | null
}

/** One station's word about the weather at one instant. */
export interface Reading extends Measures {
  readonly stationId: string
  readonly source: string
  readonly timeMs: number
  /**
   * What the station measured earlier and does not repeat, each with its own time: between the full reports of an
   * airport come short ones. It counts for now as long as it is fresh, and is no part of this reading's record.
   */
  readonly earlier?: EarlierMeasures
}

export type EarlierMeasures = {
  readonly [Field in keyof Measures]?: {
    readonly value: NonNullable<Measures[Field]>
    readonly timeMs: number
  }
}

/** What a reading begins with: whatever is not told was not measured. */
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
}
