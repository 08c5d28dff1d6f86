import { shortText, startMessage, type MessageBuilder } from '#domain/instruments/draft'
import type { InstrumentMessage } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { timeFromEpochSeconds } from '#domain/instruments/sender-time'
import { readJsonObject } from '#server/feeds/instrument-json'
import { fieldsOf, isFields, listOf, type JsonFields } from '#server/feeds/nws/json'

/** A gauge reports how often its bucket tipped; this is the rain per tip, by bucket size. Other sizes are reserved. */
const tips: Readonly<Record<number, readonly [size: number, unit: 'in' | 'mm']>> = {
  1: [0.01, 'in'],
  2: [0.2, 'mm'],
  3: [0.1, 'mm'],
  4: [0.001, 'in'],
}
const lostState = 2
const mostRecords = 50
const make = 'a Davis WeatherLink'
const knownNames = new Set(
  (
    'lsid txid data_structure_type temp hum wind_speed_last wind_dir_last wind_speed_avg_last_2_min ' +
    'wind_speed_avg_last_10_min wind_dir_scalar_avg_last_2_min wind_speed_hi_last_10_min wind_speed_hi_last_2_min ' +
    'rain_size rain_rate_last rainfall_daily rainfall_year solar_rad uv_index rx_state trans_battery_flag ' +
    'bar_sea_level bar_absolute pm_2p5 pm_2p5_last pm_10 pm_10_last last_report_time'
  ).split(' '),
)

/** Parses the current conditions of a WeatherLink Live or an AirLink, requested or broadcast. */
export function parseWeatherLink(text: string): InstrumentMessage {
  const whole = readJsonObject(text, make)
  const data = isFields(whole['data']) ? whole['data'] : whole
  if (!Array.isArray(data['conditions'])) {
    const reason = shortText(fieldsOf(whole['error'])['message'], 200)
    if (reason !== null) throw new Error(`The WeatherLink reports an error: ${reason}`)
    throw new Error(`This is not a message from ${make}: it has no conditions`)
  }
  const draft = startMessage()
  const records = listOf(data['conditions']).filter(isFields).slice(0, mostRecords)
  const ofTypes = (...types: number[]) =>
    records.filter(record => types.includes(fieldNumber(record['data_structure_type']) ?? 0))
  const outdoor = ofTypes(1)
  const heard = outdoor.filter(record => fieldNumber(record['rx_state']) !== lostState)
  // The receiver repeats the last valid values of a station that it lost.
  if (heard.length < outdoor.length) draft.trouble('station lost')
  for (const record of outdoor) draft.battery(batteryLow(record))
  readAir(draft, heard)
  readWind(draft, heard)
  readRain(draft, heard)
  for (const record of ofTypes(3)) {
    draft.set('stationPressureHpa', 'inHg', fieldNumber(record['bar_absolute']))
    draft.set('seaLevelPressureHpa', 'inHg', fieldNumber(record['bar_sea_level']))
  }
  const particles = ofTypes(5, 6)
  for (const record of particles) {
    for (const name of ['pm_2p5', 'pm_2p5_last']) draft.set('pm25', 'µg/m³', fieldNumber(record[name]))
    for (const name of ['pm_10', 'pm_10_last']) draft.set('pm10', 'µg/m³', fieldNumber(record[name]))
  }
  // An AirLink next to a station does not replace its thermometer, even while the station is lost.
  if (outdoor.length === 0) readAir(draft, particles)
  for (const name of records.flatMap(record => Object.keys(record)).slice(0, 1000))
    if (knownNames.has(name)) draft.understand(name)
    else draft.ignore(name)
  return draft.finish({ sentMs: timeFromEpochSeconds(fieldNumber(data['ts'])) })
}

function batteryLow(record: JsonFields): boolean | null {
  const flag = fieldNumber(record['trans_battery_flag'])
  return flag === 0 ? false : flag === 1 ? true : null
}

/**
 * Combines transmitters: one may have the thermometer and another the solar sensor, with nulls for the sensors that
 * each lacks.
 */
function readAir(draft: MessageBuilder, records: readonly JsonFields[]) {
  for (const record of records) {
    draft.set('temperatureF', '°F', fieldNumber(record['temp']))
    draft.set('humidityPercent', '%', fieldNumber(record['hum']))
    draft.set('solarWattsPerM2', 'W/m²', fieldNumber(record['solar_rad']))
    draft.set('uvIndex', 'index', fieldNumber(record['uv_index']))
  }
}

/** Reads all values from one anemometer, so speed and direction belong together. */
function readWind(draft: MessageBuilder, records: readonly JsonFields[]) {
  const speeds = ['wind_speed_last', 'wind_speed_avg_last_2_min', 'wind_speed_avg_last_10_min']
  const record = records.find(each => speeds.some(name => fieldNumber(each[name]) !== null))
  if (!record) return
  for (const name of speeds) draft.set('windMph', 'mph', fieldNumber(record[name]))
  for (const name of ['wind_dir_last', 'wind_dir_scalar_avg_last_2_min'])
    draft.set('windFromDegrees', '°', fieldNumber(record[name]))
  // -1 means an unknown gust; the limits exclude it.
  for (const name of ['wind_speed_hi_last_10_min', 'wind_speed_hi_last_2_min'])
    draft.set('gustMph', 'mph', fieldNumber(record[name]))
}

/** Reads all values from one gauge, because its counts mean nothing without its bucket size. */
function readRain(draft: MessageBuilder, records: readonly JsonFields[]) {
  const names = ['rainfall_daily', 'rain_rate_last', 'rainfall_year']
  const record = records.find(each => names.some(name => fieldNumber(each[name]) !== null))
  const tip = tips[fieldNumber(record?.['rain_size']) ?? 0]
  if (!record || !tip) return
  const [size, unit] = tip
  const depth = (name: string) => {
    const count = fieldNumber(record[name])
    return count === null ? null : count * size
  }
  draft.set('rainInchesPerHour', unit === 'in' ? 'in/h' : 'mm/h', depth('rain_rate_last'))
  draft.set('rainTodayInches', unit, depth('rainfall_daily'))
  draft.set('rainCounterInches', unit, depth('rainfall_year'))
}
