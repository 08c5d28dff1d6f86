import { wholeUnits } from '#domain/units/rounding'
import type { Pollutant } from './sensor.ts'

/*
 * The air quality index from 40 CFR 58, appendix G, as amended in May 2024. Concentrations are truncated, not rounded,
 * and all arithmetic uses whole units (tenths, ppb). Otherwise there would be gaps between the bands, and exact halves
 * would not stay exact.
 */

export interface AqiCategory {
  readonly name: string
  readonly color: string
  readonly most: number
}

export const aqiCategories: readonly AqiCategory[] = [
  { name: 'Good', color: '#00E400', most: 50 },
  { name: 'Moderate', color: '#FFFF00', most: 100 },
  { name: 'Unhealthy for Sensitive Groups', color: '#FF7E00', most: 150 },
  { name: 'Unhealthy', color: '#FF0000', most: 200 },
  { name: 'Very Unhealthy', color: '#8F3F97', most: 300 },
  { name: 'Hazardous', color: '#7E0023', most: Infinity },
]

/** A row: the first and last unit of a band, and their indices. */
type Band = readonly [low: number, high: number, lowIndex: number, highIndex: number]

interface Table {
  readonly unitsPerOne: number
  readonly bands: readonly Band[]
  /** Whether the last band continues beyond its end. */
  readonly open: boolean
}

/** Particulate matter averaged over a day, in micrograms; ozone averaged over eight hours and over one hour, in ppm. */
export type AqiTable = 'PM2.5' | 'PM10' | 'O3 8h' | 'O3 1h'

const tables: Record<AqiTable, Table> = {
  'PM2.5': {
    unitsPerOne: 10,
    bands: [
      [0, 90, 0, 50],
      [91, 354, 51, 100],
      [355, 554, 101, 150],
      [555, 1254, 151, 200],
      [1255, 2254, 201, 300],
      [2255, 3254, 301, 500],
    ],
    open: true,
  },
  PM10: {
    unitsPerOne: 1,
    bands: [
      [0, 54, 0, 50],
      [55, 154, 51, 100],
      [155, 254, 101, 150],
      [255, 354, 151, 200],
      [355, 424, 201, 300],
      [425, 604, 301, 500],
    ],
    open: true,
  },
  'O3 8h': {
    unitsPerOne: 1000,
    bands: [
      [0, 54, 0, 50],
      [55, 70, 51, 100],
      [71, 85, 101, 150],
      [86, 105, 151, 200],
      [106, 200, 201, 300],
    ],
    open: false,
  },
  'O3 1h': {
    unitsPerOne: 1000,
    bands: [
      [125, 164, 101, 150],
      [165, 204, 151, 200],
      [205, 404, 201, 300],
      [405, 604, 301, 500],
    ],
    open: true,
  },
}

/** The unit in which a pollutant is counted: tenths of a microgram, micrograms, ppb. */
export const aqiUnitsPerOne: Record<Pollutant, number> = {
  'PM2.5': tables['PM2.5'].unitsPerOne,
  PM10: tables.PM10.unitsPerOne,
  O3: tables['O3 8h'].unitsPerOne,
}

/** Above any concentration in real air. A higher value means a broken sensor. */
const mostUnits = 1_000_000

/** The index as a whole number, which may exceed 500. Null if this table has no index for the concentration. */
export function aqiFrom(table: AqiTable, concentration: number | null): number | null {
  const { unitsPerOne, bands, open } = tables[table]
  const units = wholeUnits(concentration, unitsPerOne)
  if (units === null || units < 0 || units > mostUnits) return null
  const band = bands.find(([, high]) => units <= high) ?? (open ? bands.at(-1) : undefined)
  if (band === undefined || units < band[0]) return null
  const [low, high, lowIndex, highIndex] = band
  const width = high - low
  // Whole numbers throughout, so that an exact half stays exact and rounds up.
  return lowIndex + Math.floor((2 * (highIndex - lowIndex) * (units - low) + width) / (2 * width))
}

export function aqiCategory(index: number | null): AqiCategory | null {
  if (index === null || !(index >= 0) || index === Infinity) return null
  return aqiCategories.find(({ most }) => index <= most) ?? null
}
