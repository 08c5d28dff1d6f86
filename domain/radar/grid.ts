import { normalizedLongitude } from '#domain/geo/distance'

/** Where the cells of a grid lie: row by row from the north-west corner, each cell a square of degrees. */
export interface GridPlace {
  /** The outer edge of the first cell, not its middle. */
  readonly west: number
  readonly north: number
  readonly stepDegrees: number
  readonly columns: number
  readonly rows: number
}

/** How cold it is under a radar's grid, in much coarser cells: half degrees Fahrenheit above the coldest that is told. */
export interface GroundGrid {
  readonly place: GridPlace
  readonly halfDegrees: Uint8Array
}

/** Echoes of the sky at one instant, one byte for each cell, in steps of half a dBZ. */
export interface RadarGrid {
  readonly place: GridPlace
  readonly echoes: Uint8Array
  /** By which snow and ice are told from rain; where nobody tells it, all is drawn as rain. */
  readonly ground?: GroundGrid | undefined
  /** Of a simulated sky: from which its detail below a cell is drawn. Of a real one nobody saw any. */
  readonly grain?: number | undefined
}

/** What sources deliver: what radars see now, and what models expect; over the country, and over the world. */
export const radarProducts = ['composite', 'model', 'extended', 'international'] as const
export type RadarProduct = (typeof radarProducts)[number]

/** A grid as it is kept and handed on: its bytes deflated, since most of the sky is empty. */
export interface PackedGrid {
  readonly place: GridPlace
  readonly deflated: Uint8Array
  readonly ground?: GroundGrid | undefined
  /** Of a simulated sky: from which its detail below a cell is drawn. Of a real one nobody saw any. */
  readonly grain?: number | undefined
}

/** A picture of the sky as a source delivers it. */
export interface HeardRadar extends PackedGrid {
  readonly source: string
  readonly product: RadarProduct
  /** The instant that it shows. */
  readonly validMs: number
  /** When it was worked out. */
  readonly issuedMs: number
  readonly origin: 'observed' | 'model'
}

/** A radar looked, and there was nothing. */
export const noEcho = 0
/** No radar sees this place: that is not 'no rain'. */
export const noCoverage = 255

const stepsPerDbz = 2
const strongestEcho = 254

/** A byte for an echo; what is weaker than half a step is none. */
export function echoOf(dbz: number): number {
  return Math.min(strongestEcho, Math.max(noEcho, Math.round(dbz * stepsPerDbz)))
}

/** Null where there is no echo, or nobody who would see one. */
export function dbzOf(echo: number): number | null {
  return echo === noEcho || echo === noCoverage ? null : echo / stepsPerDbz
}

/** As the national composites have it. */
export const continentalUsPlace: GridPlace = {
  west: -126,
  north: 50,
  stepDegrees: 0.02,
  columns: 3000,
  rows: 1350,
}

/** The same area in coarser cells. */
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

/** The column in which a longitude lies, as a fraction; from 0 up to `columns` inside the grid. */
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

/** The echo of the cell in which a place lies; beyond the grid nobody looks. */
export function echoAt({ place, echoes }: RadarGrid, latitude: number, longitude: number): number {
  const column = Math.floor(columnAt(place, longitude))
  const row = Math.floor(rowAt(place, latitude))
  if (!(column >= 0 && column < place.columns && row >= 0 && row < place.rows)) return noCoverage
  return echoes[row * place.columns + column] ?? noCoverage
}
