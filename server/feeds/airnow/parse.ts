import type { AirReading, AirSensor, Pollutant } from '#domain/air-quality/sensor'
import { knownWithin } from '#domain/units/known'
import { csvRows } from '#server/feeds/csv-rows'

const source = 'airnow'

/** The contents of an hour's file: every site it names, and the measurements. */
export interface AirNowHour {
  readonly sensors: readonly AirSensor[]
  readonly readings: readonly AirReading[]
}

interface Measure {
  readonly pollutant: Pollutant
  readonly column: string
  /** The file's unit, and how many of those units equal one of the server's units. */
  readonly unit: string
  readonly perUnit: number
  readonly most: number
}

const measures: readonly Measure[] = [
  { pollutant: 'PM2.5', column: 'PM25', unit: 'UG/M3', perUnit: 1, most: 5000 },
  { pollutant: 'PM10', column: 'PM10', unit: 'UG/M3', perUnit: 1, most: 10_000 },
  // The file uses parts per billion, the server parts per million.
  { pollutant: 'O3', column: 'OZONE', unit: 'PPB', perUnit: 1000, most: 2000 },
]
/** The lowest value that noise can cause in clean air; a value further below zero is a code for 'missing'. */
const leastNoise = -10

type Row = Readonly<Record<string, string>>

const needed = ['AQSID', 'Latitude', 'Longitude', 'ValidDate', 'ValidTime', 'PM25', 'OZONE', 'PM10']

/** Returns the start of the row's hour, in UTC. */
function hourOf({ ValidDate: date = '', ValidTime: time = '' }: Row): number | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date) ?? []
  const [, hour] = /^(\d{2}):\d{2}$/.exec(time) ?? []
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`)
  return Number.isNaN(ms) ? null : ms
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

function readingOf(
  row: Row,
  hourStartMs: number,
  { pollutant, column, unit, perUnit, most }: Measure,
): AirReading[] {
  const value = knownWithin(numberOf(row[column]), leastNoise, most)
  if (value === null || row[`${column}_Unit`]?.toUpperCase() !== unit) return []
  const concentration = Math.max(0, value) / perUnit
  return [{ sensorId: row['AQSID'] ?? '', source, pollutant, hourStartMs, concentration }]
}

function sensorOf(row: Row): AirSensor | null {
  const [latitude, longitude] = [
    knownWithin(numberOf(row['Latitude']), -90, 90),
    knownWithin(numberOf(row['Longitude']), -180, 180),
  ]
  const id = row['AQSID'] ?? ''
  // Without a location, a site's distance is unknown; a missing location becomes 0, 0.
  if (id === '' || latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  const measured = measures
    .filter(({ column }) => row[`${column}_Measured`] === '1')
    .map(({ pollutant }) => pollutant)
  return { id, source, name: row['SiteName']?.trim() || id, latitude, longitude, measures: measured }
}

/** Parses an hour's file. Leaves out sites that are not working. */
export async function parseHour(csv: Buffer): Promise<AirNowHour> {
  const sensors: AirSensor[] = []
  const readings: AirReading[] = []
  let names: readonly string[] | undefined
  for await (const fields of csvRows(csv)) {
    if (!names) {
      names = fields
      if (needed.some(name => !fields.includes(name)))
        throw new Error('The file does not contain hourly observations')
      continue
    }
    const row: Row = Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']))
    const [sensor, hourStartMs] = [sensorOf(row), hourOf(row)]
    if (!sensor || hourStartMs === null || row['Status'] !== 'Active' || sensor.measures.length === 0)
      continue
    sensors.push(sensor)
    readings.push(...measures.flatMap(measure => readingOf(row, hourStartMs, measure)))
  }
  if (!names) throw new Error('The file is empty')
  return { sensors, readings }
}
