import { shortText, startMessage, type MessageBuilder } from '#domain/instruments/draft'
import type { InstrumentMessage } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { timeFromUtcText } from '#domain/instruments/sender-time'
import { readJsonObject, signalOf } from '#server/feeds/instrument-json'
import type { JsonFields } from '#server/feeds/nws/json'
import { correctedPm25, disagree } from './correction.ts'

const make = 'a PurpleAir'
const names = [
  'DateTime',
  'place',
  'pm2_5_cf_1',
  'pm2_5_cf_1_b',
  'current_humidity',
  'current_humidity_680',
  'pressure',
  'rssi',
  'version',
  'hardwareversion',
]

/**
 * Parses the local page of a PurpleAir. Its own temperature and humidity are those of its warm case, so they are only
 * used for the correction; its own air quality index follows an outdated table.
 */
export function parsePurpleAir(text: string): InstrumentMessage {
  const whole = readJsonObject(text, make)
  if (!Object.hasOwn(whole, 'pm2_5_cf_1') && !Object.hasOwn(whole, 'pm2_5_cf_1_b'))
    throw new Error(`This is not a message from ${make}: it has no particles`)
  const draft = startMessage()
  if (whole['place'] === 'inside') draft.trouble('indoors')
  else readParticles(draft, whole)
  // Pressure is the same inside and outside.
  draft.set('stationPressureHpa', 'hPa', fieldNumber(whole['pressure']))
  const hardware = shortText(whole['hardwareversion'])
  draft.describe({
    signalDbm: signalOf(fieldNumber(whole['rssi'])),
    firmware: shortText(whole['version']),
    model: hardware === null ? null : `PurpleAir ${hardware}`,
  })
  for (const name of Object.keys(whole).slice(0, 300))
    if (names.includes(name)) draft.understand(name)
    else draft.ignore(name)
  const time = whole['DateTime']
  return draft.finish({ sentMs: typeof time === 'string' ? timeFromUtcText(time) : null })
}

function readParticles(draft: MessageBuilder, whole: JsonFields) {
  const lasers = ['pm2_5_cf_1', 'pm2_5_cf_1_b']
    .filter(name => Object.hasOwn(whole, name))
    .map(name => fieldNumber(whole[name]))
  const known = lasers.filter(value => value !== null)
  const [first, second] = known
  if (first === undefined) return
  if (second !== undefined && disagree(first, second)) {
    draft.trouble('sensors disagree')
    return
  }
  const mean = second === undefined ? first : (first + second) / 2
  const humidity = fieldNumber(whole['current_humidity']) ?? fieldNumber(whole['current_humidity_680'])
  draft.set('pm25', 'µg/m³', correctedPm25(mean, humidity))
}
