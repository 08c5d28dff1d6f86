import { startMessage } from '#domain/instruments/draft'
import type { InstrumentMessage } from '#domain/instruments/message'
import { consoleNames, describeConsole } from '#server/feeds/uploads/console'
import {
  consolePressureRules,
  gaugeRules,
  ignoreOthers,
  readMeasures,
  sharedRules,
  uploadFields,
  type FieldRule,
  type UploadFields,
} from '#server/feeds/uploads/fields'
import type { FormFields } from '#server/feeds/uploads/form'
import { lastStrike, type LightningNames } from '#server/feeds/uploads/last-strike'
import { readBatteries } from './batteries.ts'

const heatRules: readonly FieldRule[] = [['wbgt', 'wbgtF', '°F']]
/** A gauge without moving parts. Its values are never mixed with those of a tipping gauge. */
const piezoRules: readonly FieldRule[] = [
  ['rrain_piezo', 'rainInchesPerHour', 'in/h'],
  ['hrain_piezo', 'rainInchesPerHour', 'in/h'],
  ['drain_piezo', 'rainTodayInches', 'in'],
  ['train_piezo', 'rainCounterInches', 'in'],
  ['yrain_piezo', 'rainCounterInches', 'in'],
]
const particleNames = ['pm25_ch1', 'pm25_ch2', 'pm25_ch3', 'pm25_ch4']
/** The end of a WH41's scale, which it reports when its battery is empty. */
const fullScale = 999
const lightningNames: LightningNames = {
  count: 'lightning_num',
  distanceKm: 'lightning',
  time: 'lightning_time',
}
const otherNames = [
  ...consoleNames,
  ...Object.values(lightningNames),
  ...[...gaugeRules, ...piezoRules].map(([name]) => name),
]

const metricUnits: Readonly<Record<string, string>> = {
  '°F': '°C',
  mph: 'km/h',
  inHg: 'hPa',
  in: 'mm',
  'in/h': 'mm/h',
}

/** Parses an upload of an Ecowitt gateway or console to the user's own server. */
export function parseEcowitt(form: FormFields): InstrumentMessage {
  const fields = uploadFields(form)
  const draft = startMessage()
  const isMetric = sendsMetric(fields)
  const read = (rules: readonly FieldRule[]) =>
    readMeasures(draft, fields, isMetric ? rules.map(inMetric) : rules)
  read(sharedRules)
  read(consolePressureRules)
  read(heatRules)
  const hasGauge = gaugeRules.some(([name]) => fields.number(name) !== null)
  read(hasGauge ? gaugeRules : piezoRules)
  for (const name of particleNames) {
    const value = fields.number(name)
    if (fields.has(name)) draft.understand(fields.sentName(name) ?? name)
    if (value !== null && value <= fullScale) draft.set('pm25', 'µg/m³', value)
  }
  const batteries = readBatteries(fields)
  draft.battery(batteries.isLow)
  draft.describe({ volts: batteries.volts })
  const sentMs = describeConsole(draft, fields)
  const lightning = lastStrike(fields, lightningNames, sentMs)
  if (draft.understoodCount() === 0 && !lightning && batteries.names.length === 0)
    throw new Error('This is not an Ecowitt upload: it has no known field')
  ignoreOthers(draft, fields, new Set([...otherNames, ...batteries.names]))
  return draft.finish({ sentMs, lightning })
}

/**
 * Returns whether metric numbers have imperial names, as a bridge may send them. Two signs are needed: a pressure that
 * is impossible in inches of mercury but usual in hectopascals, and a room temperature that would be freezing in
 * Fahrenheit but is not in Celsius. With only one sign, just the impossible value is left out.
 */
function sendsMetric(fields: UploadFields): boolean {
  const pressures = ['baromabsin', 'baromrelin'].map(name => fields.number(name))
  const indoor = fields.number('tempinf')
  const isHpa = pressures.some(value => value !== null && value > 500 && value < 1100)
  return isHpa && indoor !== null && indoor > 5 && indoor < 40
}

function inMetric([name, measure, unit]: FieldRule): FieldRule {
  return [name, measure, metricUnits[unit] ?? unit] as FieldRule
}
