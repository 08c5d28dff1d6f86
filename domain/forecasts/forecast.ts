import type { Point } from '#domain/geo/distance'

/** The weather expected in the hour that begins at an instant. What a source does not say is null. */
export interface HourForecast {
  readonly timeMs: number
  readonly temperatureF: number | null
  readonly humidityPercent: number | null
  readonly windMph: number | null
  readonly gustMph: number | null
  readonly windFromDegrees: number | null
  readonly cloudFraction: number | null
  /** Of the whole hour, of water. */
  readonly precipitationInches: number | null
  readonly precipitationChancePercent: number | null
  readonly snowInches: number | null
  readonly weatherCode: string | null
}

/** The weather expected on one day of the place's own calendar. */
export interface DayForecast {
  /** The local day's first instant. */
  readonly timeMs: number
  readonly highF: number | null
  readonly lowF: number | null
  readonly windMph: number | null
  readonly windFromDegrees: number | null
  readonly precipitationInches: number | null
  readonly precipitationChancePercent: number | null
  readonly snowInches: number | null
  readonly weatherCode: string | null
}

/** What one source expects at one place. */
export interface PointForecast extends Point {
  readonly source: string
  readonly issuedMs: number
  readonly elevationFeet: number | null
  readonly timeZone: string
  /** In order of time, one for each hour. */
  readonly hours: readonly HourForecast[]
  readonly days: readonly DayForecast[]
}

/** The forecast for a place is needed. */
export interface ForecastWish extends Point {
  /** Customers take turns where many forecasts are needed at once. */
  readonly customerId: number
  /** Somebody has the place on a screen now. */
  readonly isLookedAt: boolean
  /** There is not even an old one. */
  readonly isMissing: boolean
}

/** A message of the provider's meteorologists for an area, before the weather comes. */
export interface ProactiveForecast {
  readonly id: string
  readonly source: string
  readonly type: { readonly name: string; readonly color: string }
  readonly expiresMs: number
  /** Who it is for: everybody within so many miles of a place. */
  readonly areas: readonly (Point & { readonly radiusMiles: number })[]
  /** Newest last; text with a little HTML, not yet made safe. */
  readonly messages: readonly {
    readonly id: string
    readonly headline: string
    readonly message: string
    readonly createdMs: number
  }[]
}
