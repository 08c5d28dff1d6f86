import type { Point } from '#domain/geo/distance'

export const pollutants = ['PM2.5', 'PM10', 'O3'] as const
export type Pollutant = (typeof pollutants)[number]

export interface AirSensor extends Point {
  /** Unique within its source. */
  readonly id: string
  readonly source: string
  readonly name: string
  readonly measures: readonly Pollutant[]
}

/** The mean of one hour: micrograms per cubic meter for particulate matter, parts per million for ozone. */
export interface AirReading {
  readonly sensorId: string
  readonly source: string
  readonly pollutant: Pollutant
  readonly hourStartMs: number
  readonly concentration: number
}
