import { shortText, startMessage, type MessageBuilder } from '#domain/instruments/draft'
import type { InstrumentMeasure, InstrumentMessage } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { unitsFor } from '#domain/instruments/measure-units'
import { timeFromUtcText } from '#domain/instruments/sender-time'
import { unitNamed } from '#server/feeds/mqtt-json/unit-names'
import { readLoggerTable, type TableColumn, type LoggerTable } from './tables.ts'

/**
 * The names that programs for these loggers usually use. Programmers choose names freely, so a person must map any
 * other name. `PTemp` is not included, because it is the logger's own temperature.
 */
const usualNames: readonly (readonly [name: RegExp, measure: InstrumentMeasure])[] = [
  [/^(airtc|airt|airtemp|air_?temperature|temperature|temp_?c|ta)$/, 'temperatureF'],
  [/^(airtf|temp_?f)$/, 'temperatureF'],
  [/^(rh|rh_[a-z0-9]|relative_?humidity)$/, 'humidityPercent'],
  [/^(ws|ws_ms|ws_kph|ws_mph|wind_?speed|windspd)$/, 'windMph'],
  [/^(gust|wind_?gust|wsgust|ws_ms_max|ws_max)$/, 'gustMph'],
  [/^(wd|wdir|wind_?dir|wind_?direction)$/, 'windFromDegrees'],
  [/^(bp|bp_[a-z]+|baro|pressure|pair)$/, 'stationPressureHpa'],
  [/^(slrw|slr_?w|solar_?rad|sr|kdn)$/, 'solarWattsPerM2'],
  // Measured by an adjacent black globe.
  [/^wbgt(_?[cf])?$/, 'wbgtF'],
]
const rainName = /^(rain|rain_(mm|in)|precip|rainfall)$/
const batteryName = /^(batt_?v|batt_?volt|battery|batt)$/
/** The voltage of a nearly empty twelve-volt lead battery. */
const lowVolts = 11.5
/** Units that are part of a name, such as in `AirTC` and `WS_ms`. */
const unitInName: readonly (readonly [name: RegExp, unit: string])[] = [
  [/tc$|temp_?c$|wbgt_?c$/, 'degC'],
  [/tf$|temp_?f$|wbgt_?f$/, 'degF'],
  [/_ms$|_ms_max$/, 'm/s'],
  [/_kph$/, 'km/h'],
  [/_mph$/, 'mph'],
  [/_mm$/, 'mm'],
  [/_in$/, 'in'],
  [/_mbar$/, 'mbar'],
  [/_kpa$/, 'kPa'],
]
/** The suffix of a column's name, which shows how its value was derived. */
const processes = /_(avg|max|min|smp|tot|std|wvc|s_wvt|d1_wvt|sd1_wvt)$/

/** Parses the latest record of a Campbell Scientific logger's table: TOA5 or CSIJSON. Its time has no zone. */
export function parseCampbell(text: string): InstrumentMessage {
  const table = readLoggerTable(text)
  const draft = startMessage()
  draft.describe({ model: shortText(table.model), firmware: shortText(table.system) })
  const latest = table.rows.at(-1)
  table.columns.forEach((column, index) => {
    const value = fieldNumber(latest?.values[index])
    if (readColumn(draft, table, column, value)) draft.understand(column.name)
    else draft.ignore(column.name)
  })
  return draft.finish({ sentMs: null, recordMs: latest ? timeFromUtcText(latest.time) : null })
}

function readColumn(
  draft: MessageBuilder,
  table: LoggerTable,
  column: TableColumn,
  value: number | null,
): boolean {
  const lower = column.name.toLowerCase().slice(0, 60)
  const process = processes.exec(lower)?.[1] ?? column.process.toLowerCase()
  const name = lower.replace(processes, '')
  if (batteryName.test(name)) {
    const volts = value !== null && value > 0 && value < 60 ? value : null
    draft.describe({ volts })
    draft.battery(volts === null ? null : volts <= lowVolts)
    return true
  }
  const stated = column.unit || (unitInName.find(([pattern]) => pattern.test(name))?.[1] ?? '')
  if (rainName.test(name)) return readRain(draft, table, process, stated, value)
  const usual = usualNames.find(([pattern]) => pattern.test(name))?.[1]
  // A minimum or a deviation is not the value; the highest wind is the gust.
  if (!usual || process === 'min' || process === 'std') return false
  const measure = usual === 'windMph' && process === 'max' ? 'gustMph' : usual
  if (process === 'max' && measure !== 'gustMph') return false
  const units = unitsFor(measure)
  const unit = unitNamed(measure, stated) ?? (units.length === 1 && stated === '' ? units[0] : null)
  if (!unit) return false
  draft.setIn(measure, unit, value)
  return true
}

/**
 * Computes the rate from a record's total and the time between records; nothing else in a table states its interval.
 */
function readRain(
  draft: MessageBuilder,
  table: LoggerTable,
  process: string,
  stated: string,
  value: number | null,
): boolean {
  const unit = unitNamed('rainTodayInches', stated)
  if (process !== 'tot' || (unit !== 'mm' && unit !== 'in') || table.intervalHours === null) return false
  const rate = value === null ? null : value / table.intervalHours
  draft.set('rainInchesPerHour', unit === 'mm' ? 'mm/h' : 'in/h', rate)
  return true
}
