import { startMessage } from '#domain/instruments/draft'
import type { InstrumentMeasure, InstrumentMessage } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { unitNamed } from '#server/feeds/mqtt-json/unit-names'

const make = 'Cumulus (realtime.txt)'
/** What is at which place, counted from 0 as in the line, and which of its units it is in. */
const columns: readonly (readonly [
  at: number,
  measure: InstrumentMeasure,
  unit: 'wind' | 'temperature' | 'pressure' | 'rain' | 'rate' | '%' | '°' | 'W/m²' | 'index',
])[] = [
  [2, 'temperatureF', 'temperature'],
  [3, 'humidityPercent', '%'],
  [5, 'windMph', 'wind'],
  [40, 'gustMph', 'wind'],
  [7, 'windFromDegrees', '°'],
  [8, 'rainInchesPerHour', 'rate'],
  [9, 'rainTodayInches', 'rain'],
  [20, 'rainCounterInches', 'rain'],
  [10, 'seaLevelPressureHpa', 'pressure'],
  [43, 'uvIndex', 'index'],
  [45, 'solarWattsPerM2', 'W/m²'],
]
const unitsAt = { wind: 13, temperature: 14, pressure: 15, rain: 16 } as const
/** 1 while Cumulus has no contact with the station. */
const lostAt = 50

/**
 * The line that Cumulus, CumulusMX and weewx write into `realtime.txt`. Its time is local and has no zone, so the message
 * has none. A comma may be the decimal point.
 */
export function parseCumulus(text: string): InstrumentMessage {
  const line = text.slice(0, 4000).trim().split('\n', 1)[0] ?? ''
  const values = line.split(/[ \t]/).slice(0, 100)
  if (!/^\d\d[-/.]\d\d[-/.]\d\d$/.test(values[0] ?? '') || values.length < 17)
    throw new Error(`This is not a message of ${make}: it has no date or too few values`)
  const units = {
    wind: unitNamed('windMph', values[unitsAt.wind]),
    temperature: unitNamed('temperatureF', values[unitsAt.temperature]),
    pressure: unitNamed('seaLevelPressureHpa', values[unitsAt.pressure]),
    rain: unitNamed('rainTodayInches', values[unitsAt.rain]),
    rate: unitNamed('rainInchesPerHour', values[unitsAt.rain]),
  }
  const draft = startMessage()
  const isLost = values[lostAt] === '1'
  if (isLost) draft.trouble('station lost')
  for (const [at, measure, kind] of isLost ? [] : columns) {
    const value = fieldNumber(values[at]?.replace(',', '.'))
    const unit = kind in units ? units[kind as keyof typeof units] : kind
    if (value === null || unit === null) continue
    draft.understand(`field ${at + 1}`)
    draft.setIn(measure, unit, value)
  }
  return draft.finish({ sentMs: null })
}
