import { timeFromUtcText } from '#domain/instruments/sender-time'
import { readJsonObject } from '#server/feeds/instrument-json'
import { fieldsOf, listOf, textOf } from '#server/feeds/nws/json'

export interface TableColumn {
  readonly name: string
  readonly unit: string
  readonly process: string
}

export interface LoggerTable {
  readonly model: string | null
  /** The logger's operating system. */
  readonly system: string | null
  readonly columns: readonly TableColumn[]
  readonly rows: readonly { readonly time: string; readonly values: readonly unknown[] }[]
  /** The shortest time between two records; null if there is only one. */
  readonly intervalHours: number | null
}

const make = 'a Campbell logger'
const mostLength = 262_144
const mostColumns = 300
const mostRows = 2000

export function readLoggerTable(text: string): LoggerTable {
  if (text.length > mostLength)
    throw new Error(`This is not a message from ${make}: it is longer than 256 kB`)
  const table = text.trimStart().startsWith('{') ? readJsonTable(text) : readToa5(text)
  const times = table.rows.map(row => timeFromUtcText(row.time)).filter(time => time !== null)
  const steps = times.slice(1).map((time, index) => (time - (times[index] ?? time)) / 3_600_000)
  const forward = steps.filter(hours => hours > 0 && hours <= 24)
  return {
    ...table,
    // Not spread into Math.min: a large table would have too many arguments.
    intervalHours: forward.length > 0 ? forward.reduce((least, hours) => Math.min(least, hours)) : null,
  }
}

type Table = Omit<LoggerTable, 'intervalHours'>

function readJsonTable(text: string): Table {
  const whole = readJsonObject(text, make)
  const head = fieldsOf(whole['head'])
  const fields = listOf(head['fields'])
  if (fields.length === 0 || !Array.isArray(whole['data']))
    throw new Error(`This is not a message from ${make}: it has no fields or data`)
  const environment = fieldsOf(head['environment'])
  return {
    model: textOf(environment['model']),
    system: textOf(environment['os_version']),
    columns: fields
      .slice(0, mostColumns)
      .map(fieldsOf)
      .map(field => ({
        name: textOf(field['name']) ?? '',
        unit: textOf(field['units']) ?? '',
        process: textOf(field['process']) ?? '',
      })),
    rows: listOf(whole['data'])
      .slice(-mostRows)
      .map(fieldsOf)
      .map(row => ({ time: textOf(row['time']) ?? '', values: listOf(row['vals']) })),
  }
}

/** Reads four header lines (the logger, the names, the units, and how each value was derived) and then the records. */
function readToa5(text: string): Table {
  const lines = text.trim().split(/\r?\n/)
  const [environment = [], names = [], units = [], processes = []] = lines.slice(0, 4).map(cells)
  if (environment[0] !== 'TOA5' || names[0]?.toUpperCase() !== 'TIMESTAMP')
    throw new Error(`This is not a message from ${make}: it has no TOA5 header`)
  const columns = names
    .map((name, index) => ({ name, unit: units[index] ?? '', process: processes[index] ?? '', index }))
    .filter(({ name }) => !['TIMESTAMP', 'RECORD'].includes(name.toUpperCase()))
    .slice(0, mostColumns)
  return {
    model: environment[2] ?? null,
    system: environment[4] ?? null,
    columns,
    rows: lines
      .slice(4)
      .slice(-mostRows)
      .map(cells)
      // A truncated line has fewer values, and it is uncertain which ones.
      .filter(row => row.length === names.length)
      .map(row => ({ time: row[0] ?? '', values: columns.map(({ index }) => row[index]) })),
  }
}

/** Loggers write no quotes or commas inside a cell. */
function cells(line: string): string[] {
  return line.split(',').map(cell => cell.trim().replace(/^"(.*)"$/, '$1'))
}
