import { shortText, startMessage } from '#domain/instruments/draft'
import type { InstrumentMessage } from '#domain/instruments/message'
import { timeFromUtcText } from '#domain/instruments/sender-time'
import {
  gaugeRules,
  ignoreOthers,
  readMeasures,
  sharedRules,
  uploadFields,
  type FieldRule,
  type UploadFields,
} from '#server/feeds/uploads/fields'
import type { FormFields } from '#server/feeds/uploads/form'

/** The console itself measures pressure, which is known even if the outdoor unit is lost. */
const pressureRules: readonly FieldRule[] = [
  ['absbaromin', 'stationPressureHpa', 'inHg'],
  ['baromin', 'seaLevelPressureHpa', 'inHg'],
]
const particleRules: readonly FieldRule[] = [
  ['aqpm2.5', 'pm25', 'µg/m³'],
  ['aqpm10', 'pm10', 'µg/m³'],
]
/** The field names of HP1001 consoles, which send metric values to the same address. */
const metricPressureRules: readonly FieldRule[] = [
  ['absbaro', 'stationPressureHpa', 'hPa'],
  ['relbaro', 'seaLevelPressureHpa', 'hPa'],
]
const metricRules: readonly FieldRule[] = [
  ['outtemp', 'temperatureF', '°C'],
  ['outhumi', 'humidityPercent', '%'],
  ['winddir', 'windFromDegrees', '°'],
]
const metricGaugeRules: readonly FieldRule[] = [
  ['rainrate', 'rainInchesPerHour', 'mm/h'],
  ['dailyrain', 'rainTodayInches', 'mm'],
  ['yearlyrain', 'rainCounterInches', 'mm'],
]
/** Their unit is not stated, so only zero is certain. */
const unitlessWind = [
  ['windspeed', 'windMph'],
  ['windgust', 'gustMph'],
] as const

/** The outdoor unit's measures. Without that unit, all of them are missing at the same time. */
const outdoorNames = [...sharedRules, ...metricRules]
  .map(([name]) => name)
  .concat('dewptf', 'windspeed', 'windgust')
const otherNames = new Set([
  ...[...gaugeRules, ...metricGaugeRules].map(([name]) => name),
  'dateutc',
  'softwaretype',
  'lowbatt',
  'sensorbattery',
  'action',
  'realtime',
  'rtfreq',
])

/** Parses an upload to Weather Underground or PWSWeather, which nearly every console can send. */
export function parseWunderground(form: FormFields): InstrumentMessage {
  const fields = uploadFields(form)
  const draft = startMessage()
  const isMetric = fields.has('outtemp') || fields.has('relbaro')
  const isLost = hasLostOutdoorUnit(fields)
  readMeasures(draft, fields, isMetric ? metricPressureRules : pressureRules)
  readMeasures(draft, fields, isMetric ? metricRules : sharedRules)
  readMeasures(draft, fields, particleRules)
  if (isMetric) {
    for (const [name, measure] of unitlessWind)
      if (fields.number(name) === 0 && draft.set(measure, 'mph', 0)) draft.understand(name)
  }
  // A console that lost its outdoor unit sends 0.00 for rain, not 'missing'.
  if (isLost) draft.trouble('station lost')
  else readMeasures(draft, fields, isMetric ? metricGaugeRules : gaugeRules)
  if (draft.understoodCount() === 0 && !isLost)
    throw new Error('This is not a Weather Underground upload: it has no known field')
  ignoreOthers(draft, fields, otherNames)
  draft.battery(batteryLow(fields))
  draft.describe({
    firmware: shortText(fields.text('softwaretype')),
    intervalSeconds: fields.number('realtime') === 1 ? seconds(fields.number('rtfreq')) : null,
  })
  return draft.finish({ sentMs: timeFromUtcText(fields.text('dateutc') ?? '') })
}

function seconds(value: number | null): number | null {
  return value !== null && value > 0 && value <= 86_400 ? value : null
}

/**
 * Returns whether the outdoor unit's fields were sent and none of them has a value. A single missing value means that
 * one sensor failed, and fields that were not sent come in another message, because AcuRite's hub alternates.
 */
function hasLostOutdoorUnit(fields: UploadFields): boolean {
  const sent = outdoorNames.filter(name => fields.has(name))
  return sent.length >= 2 && sent.every(name => fields.number(name) === null)
}

function batteryLow(fields: UploadFields): boolean | null {
  const flag = fields.number('lowbatt')
  if (flag === 0 || flag === 1) return flag === 1
  const words = fields.text('sensorbattery')?.toLowerCase()
  return words === 'normal' ? false : words === 'low' ? true : null
}
