import { startMessage } from '#domain/instruments/draft'
import { distanceSensed, distanceUnknown } from '#domain/instruments/distance-steps'
import type { InstrumentMessage, SensedStrike } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { isFields, type JsonFields } from '#server/feeds/nws/json'
import { parseRadioSensor } from './radio-sensor.ts'

const mostLength = 16_384
const mostTopicLength = 300
/**
 * Tasmota's event numbers for electrical noise and for disturbers, such as motors. Its regular messages have event 0.
 */
const noiseEvents = [5, 6]
const noiseWords = /noise|disturb|interfer/i
const strikeWords = /lightning|strike|flash/i

/**
 * Parses a lightning sensor's MQTT message: from Tasmota, ESPHome, rtl_433, or a sketch that sends `distance` and
 * `event`. Null for any other topic or text: a sensor's other topics arrive here too.
 */
export function parseLightningSensor(topic: string, text: string): InstrumentMessage | null {
  if (text.length > mostLength) return null
  if (isDistanceTopic(topic)) {
    const km = fieldNumber(text)
    return km === null ? null : message(strikeAt(km, 'received'), ['distance'])
  }
  const whole = objectIn(text)
  if (!whole) return null
  if (typeof whole['model'] === 'string') return parseRadioSensor(whole)
  const sent = own(whole, 'StatusSNS') ?? own(whole, 'STATUSSNS') ?? whole
  const tasmota = own(sent, 'AS3935')
  return tasmota ? readTasmota(tasmota, sent['Time']) : readSketch(whole)
}

/**
 * ESPHome sends each value on its own topic; so do some sketches, on a topic that ends with the value's name. The
 * distance comes with every strike.
 */
function isDistanceTopic(topic: string): boolean {
  if (topic.length > mostTopicLength) return false
  const parts = topic.toLowerCase().split('/')
  const names = (part: string) => part.split(/[_-]/).includes('distance')
  if (parts.at(-1) !== 'state') return names(parts.at(-1) ?? '')
  const sensorAt = parts.indexOf('sensor')
  return sensorAt >= 0 && parts.slice(sensorAt + 1, -1).some(names)
}

function objectIn(text: string): JsonFields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    // A topic of another kind, on which plain text is not an error.
    return null
  }
}

function own(fields: JsonFields, name: string): JsonFields | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  return isFields(value) ? value : null
}

/** The chip has no clock, so a strike's time is when its message was received. */
function strikeAt(km: number | null, id: string): SensedStrike | null {
  const position = km === null ? distanceUnknown : distanceSensed(km)
  return position && { id, timeMs: null, ...position }
}

function message(strike: SensedStrike | null, names: readonly string[], isNoise = false): InstrumentMessage {
  const draft = startMessage()
  if (isNoise) draft.trouble('electrical noise')
  for (const name of names) draft.understand(name)
  return draft.finish({ sentMs: null, lightning: { strikes: strike ? [strike] : [], count: null } })
}

/**
 * Tasmota's time has no zone, so it is used only to recognize a repeated message. An event with a distance counts, even
 * if its number is undocumented: a strike is never dropped because of a guess.
 */
function readTasmota(sensor: JsonFields, time: unknown): InstrumentMessage {
  const event = fieldNumber(sensor['Event'])
  const [km, energy] = [fieldNumber(sensor['Distance']), fieldNumber(sensor['Energy'])]
  const isNoise = event !== null && noiseEvents.includes(event)
  const isEmpty = event === null || event === 0 || km === 0
  const at = typeof time === 'string' ? time.slice(0, 40) : 'received'
  const strike = isNoise || isEmpty ? null : strikeAt(km, `${at} ${km} ${energy}`)
  return message(strike, Object.keys(sensor), isNoise)
}

/** Reads messages of the usual sketches: `{"event":"lightning","distance":12}`, with the names in any case. */
function readSketch(whole: JsonFields): InstrumentMessage | null {
  const fields = new Map(Object.entries(whole).slice(0, 100))
  const find = (...names: string[]) =>
    [...fields].find(([name]) => names.includes(name.toLowerCase().replaceAll(/[_ -]/g, '')))
  const distance = find('distance', 'distancekm', 'lightningdistance', 'lightningdistancekm', 'stormdistance')
  const event = find('event', 'type', 'interrupt', 'eventtype')
  const words = typeof event?.[1] === 'string' ? event[1] : ''
  const names = [distance, event].flatMap(found => (found ? [found[0]] : []))
  if (noiseWords.test(words)) return message(null, names, true)
  const isStrike = strikeWords.test(words)
  if (!isStrike && (event || !distance)) return null
  const km = fieldNumber(distance?.[1])
  return message(isStrike || km !== null ? strikeAt(km, 'received') : null, names)
}
