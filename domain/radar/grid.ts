import { normalizedLongitude } from '#domain/geo/distance'

/** The layout of a grid: row by row from the northwest corner, each cell a square in degrees. */
export interface GridPlace {
  /** The outer edge of the first cell, not its center. */
  readonly west: number
  readonly north: number
  readonly stepDegrees: number
  readonly columns: number
  readonly rows: number
}

/** Ground temperature in much coarser cells, in half degrees Fahrenheit above the lowest value. */
export interface GroundGrid {
  readonly place: GridPlace
  readonly halfDegrees: Uint8Array
}

/** Radar echoes at one time, one byte per cell, in steps of half a dBZ. */
export interface RadarGrid {
  readonly place: GridPlace
  readonly echoes: Uint8Array
  /** Distinguishes snow and ice from rain. Without it, everything is drawn as rain. */
  readonly ground?: GroundGrid | undefined
  /** For a simulated sky: the seed for detail finer than one cell. Absent for a real sky. */
  readonly grain?: number | undefined
}

/** The products that sources deliver: current radar and model forecasts, for the country and for the world. */
const radarProducts = ['composite', 'model', 'extended', 'international'] as const
export type RadarProduct = (typeof radarProducts)[number]

/** A grid as stored and passed on: deflated, because most of the sky is empty. */
export interface PackedGrid {
  readonly place: GridPlace
  readonly deflated: Uint8Array
  readonly ground?: GroundGrid | undefined
  /** For a simulated sky: the seed for detail finer than one cell. Absent for a real sky. */
  readonly grain?: number | undefined
}

/** A grid as delivered by a source. */
export interface ReceivedRadar extends PackedGrid {
  readonly source: string
  readonly product: RadarProduct
  /** The time that the grid shows. */
  readonly validMs: number
  /** When it was computed. */
  readonly issuedMs: number
  readonly origin: 'observed' | 'model'
}

/** A radar looked and found nothing. */
export const noEcho = 0
/** No radar covers this place, which is not the same as 'no rain'. */
export const noCoverage = 255

const stepsPerDbz = 2
const strongestEcho = 254

/** The byte for an echo; weaker than half a step is no echo. */
export function echoOf(dbz: number): number {
  return Math.min(strongestEcho, Math.max(noEcho, Math.round(dbz * stepsPerDbz)))
}

/** The strength of an echo; null without an echo or without coverage. */
export function dbzOf(echo: number): number | null {
  return echo === noEcho || echo === noCoverage ? null : echo / stepsPerDbz
}

/** The area of the national composites. */
export const continentalUsPlace: GridPlace = {
  west: -126,
  north: 50,
  stepDegrees: 0.02,
  columns: 3000,
  rows: 1350,
}

/** Returns the same area in coarser cells. */
export function coarser(place: GridPlace, times: number): GridPlace {
  return {
    ...place,
    stepDegrees: place.stepDegrees * times,
    columns: Math.ceil(place.columns / times),
    rows: Math.ceil(place.rows / times),
  }
}

export const worldPlace: GridPlace = { west: -180, north: 90, stepDegrees: 0.2, columns: 1800, rows: 900 }

export function cellCount({ columns, rows }: GridPlace): number {
  return columns * rows
}

export function isSamePlace(one: GridPlace, other: GridPlace): boolean {
  return (
    one.west === other.west &&
    one.north === other.north &&
    one.stepDegrees === other.stepDegrees &&
    one.columns === other.columns &&
    one.rows === other.rows
  )
}

/** The column of a longitude, as a fraction; from 0 up to `columns` inside the grid. */
export function columnAt(place: GridPlace, longitude: number): number {
  return (normalizedLongitude(longitude - place.west - 180) + 180) / place.stepDegrees
}

export function rowAt(place: GridPlace, latitude: number): number {
  return (place.north - latitude) / place.stepDegrees
}

export function middleOf(place: GridPlace, column: number, row: number) {
  return {
    latitude: place.north - (row + 0.5) * place.stepDegrees,
    longitude: place.west + (column + 0.5) * place.stepDegrees,
  }
}

/** The echo in the cell that contains a place; there is no coverage beyond the grid. */
export function echoAt({ place, echoes }: RadarGrid, latitude: number, longitude: number): number {
  const column = Math.floor(columnAt(place, longitude))
  const row = Math.floor(rowAt(place, latitude))
  if (!(column >= 0 && column < place.columns && row >= 0 && row < place.rows)) return noCoverage
  return echoes[row * place.columns + column] ?? noCoverage
}
