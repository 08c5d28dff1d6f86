import type { Point } from '#domain/geo/distance'

/** The weather expected in the hour that starts at a given time. Null for values that a source does not report. */
export interface HourForecast {
  readonly timeMs: number
  readonly temperatureF: number | null
  readonly humidityPercent: number | null
  readonly windMph: number | null
  readonly gustMph: number | null
  readonly windFromDegrees: number | null
  readonly cloudFraction: number | null
  /** For the whole hour, as liquid water. */
  readonly precipitationInches: number | null
  readonly precipitationChancePercent: number | null
  readonly snowInches: number | null
  readonly weatherCode: string | null
}

/** The weather expected on one day in the place's calendar. */
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

/** One source's forecast for one place. */
export interface PointForecast extends Point {
  readonly source: string
  readonly issuedMs: number
  readonly elevationFeet: number | null
  readonly timeZone: string
  /** In chronological order, one per hour. */
  readonly hours: readonly HourForecast[]
  readonly days: readonly DayForecast[]
}

/** A request for a place's forecast. */
export interface ForecastRequest extends Point {
  /** Identifies the customer, because customers take turns when many forecasts are needed at the same time. */
  readonly customerId: number
  /** Whether the place is on a screen now. */
  readonly isLookedAt: boolean
  /** Whether there is no forecast, not even an old one. */
  readonly isMissing: boolean
}

/** A message from the provider's meteorologists to an area, ahead of the weather. */
export interface ProactiveForecast {
  readonly id: string
  readonly source: string
  readonly type: { readonly name: string; readonly color: string }
  readonly expiresMs: number
  /** The audience: everyone within this many miles of a place. */
  readonly areas: readonly (Point & { readonly radiusMiles: number })[]
  /** Newest last. Text with limited HTML, not yet sanitized. */
  readonly messages: readonly {
    readonly id: string
    readonly headline: string
    readonly message: string
    readonly createdMs: number
  }[]
}

/**
 * Why the National Weather Service has no forecast for a place. This is final, not a failure. A source for the rest of
 * the world takes over exactly these places, so the text must not change.
 */
export const notCoveredByNws = 'The National Weather Service does not cover this place'
