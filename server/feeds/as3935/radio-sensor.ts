import { shortText, startMessage, type MessageBuilder } from '#domain/instruments/draft'
import { distanceSensed, distanceUnknown } from '#domain/instruments/distance-steps'
import type { InstrumentMessage, SensedLightning } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { timeFromEpochSeconds, timeFromUtcText } from '#domain/instruments/sender-time'
import { signalOf } from '#server/feeds/instrument-json'
import type { JsonFields } from '#server/feeds/nws/json'
import type { FieldRule } from '#server/feeds/uploads/fields'

/** The names that rtl_433 gives to every sensor's values. The names include the units. */
const rules: readonly FieldRule[] = [
  ['temperature_F', 'temperatureF', '°F'],
  ['temperature_C', 'temperatureF', '°C'],
  ['humidity', 'humidityPercent', '%'],
  ['wind_avg_mi_h', 'windMph', 'mph'],
  ['wind_avg_km_h', 'windMph', 'km/h'],
  ['wind_avg_m_s', 'windMph', 'm/s'],
  ['wind_max_mi_h', 'gustMph', 'mph'],
  ['wind_max_km_h', 'gustMph', 'km/h'],
  ['wind_max_m_s', 'gustMph', 'm/s'],
  ['wind_dir_deg', 'windFromDegrees', '°'],
  ['rain_in', 'rainCounterInches', 'in'],
  ['rain_mm', 'rainCounterInches', 'mm'],
  ['uv', 'uvIndex', 'index'],
  ['uvi', 'uvIndex', 'index'],
]
const distanceNames = ['storm_dist_km', 'storm_dist', 'storm_distance_km', 'strike_distance'] as const
/** WH57's states, as a number or, from newer versions, as a word. */
const noiseStates = new Set<unknown>([1, 4, 'interference', 'noise'])
const strikeStates = new Set<unknown>([8, 'strike'])
const otherNames = new Set<string>([
  'model',
  'time',
  'battery_ok',
  'strike_count',
  'state',
  'rfi',
  'rssi',
  ...distanceNames,
])

/** Parses a radio sensor's message as rtl_433 passes it on. Null for a sensor that measures nothing that we use. */
export function parseRadioSensor(whole: JsonFields): InstrumentMessage | null {
  const draft = startMessage()
  for (const [name, measure, unit] of rules)
    if (Object.hasOwn(whole, name)) {
      draft.understand(name)
      draft.setIn(measure, unit, fieldNumber(whole[name]))
    }
  const lightning = readLightning(draft, whole)
  if (!lightning && draft.understoodCount() === 0) return null
  const battery = fieldNumber(whole['battery_ok'])
  draft.battery(battery === null ? null : battery <= 0)
  draft.describe({ model: shortText(whole['model']), signalDbm: signalOf(fieldNumber(whole['rssi'])) })
  for (const name of Object.keys(whole).slice(0, 200)) {
    if (otherNames.has(name)) draft.understand(name)
    else if (!draft.understands(name)) draft.ignore(name)
  }
  return draft.finish({ sentMs: timeOf(whole['time']), lightning, sensor: sensorOf(whole) })
}

/**
 * Returns the model and number. The number distinguishes sensors of one model; most change it with each new battery.
 */
function sensorOf(whole: JsonFields): string | null {
  const parts = [shortText(whole['model'], 40), shortText(whole['id'], 20)]
  return parts.filter(part => part !== null).join(' ') || null
}

/** By default the time is local without a zone, or seconds since startup: neither is an absolute time. */
function timeOf(time: unknown): number | null {
  if (typeof time === 'string' && time.endsWith('Z')) return timeFromUtcText(time)
  return timeFromEpochSeconds(fieldNumber(time))
}

/**
 * Reads the counter and the last distance, which a sensor repeats until the next strike. The counter is the strike's
 * ID: every message is sent several times, and only a counter that differs from the one before means a new strike.
 */
function readLightning(draft: MessageBuilder, whole: JsonFields): SensedLightning | null {
  const counted = fieldNumber(whole['strike_count'])
  const km = distanceNames.map(name => fieldNumber(whole[name])).find(value => value !== null) ?? null
  const state = whole['state']
  if (counted === null && km === null) return null
  const isNoise = noiseStates.has(state) || whole['rfi'] === 1
  if (isNoise) draft.trouble('electrical noise')
  const count = counted !== null && Number.isInteger(counted) && counted >= 0 ? counted : null
  const hasState = noiseStates.has(state) || strikeStates.has(state) || state === 0 || state === 'reset'
  // While a WH57 picks up interference, its counter moves without a strike.
  const isStrike = hasState ? strikeStates.has(state) : count !== null && count > 0
  const sensed = km === null ? distanceUnknown : distanceSensed(km)
  const position = isStrike && count !== null ? sensed : null
  // Two sensors may have the same count.
  const id = `${sensorOf(whole)} count ${count}`
  return { strikes: position ? [{ id, timeMs: null, ...position }] : [], count }
}
