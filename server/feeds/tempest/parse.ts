import { shortText, startMessage, type MessageBuilder } from '#domain/instruments/draft'
import { distanceSensed, distanceUnknown } from '#domain/instruments/distance-steps'
import type { InstrumentMessage, SensedLightning, SensedStrike } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { timeFromEpochSeconds } from '#domain/instruments/sender-time'
import { readJsonObject, signalOf } from '#server/feeds/instrument-json'
import { fieldsOf, isFields, listOf, textOf, type JsonFields } from '#server/feeds/nws/json'
import { arrayLayouts, readArray, type ArrayLayout } from './arrays.ts'
import { readStationObservation } from './station-observation.ts'

export interface TempestMessage {
  readonly serial: string | null
  readonly message: InstrumentMessage
}

const make = 'a Tempest'
/** Our own limit: with a low battery the device samples less often and omits the wind, but no field says so. */
const lowVolts = 2.39

/**
 * Parses one datagram of a hub, or one object of the maker's WebSocket or REST service. Null for kinds without data on
 * the weather or the device, such as acknowledgments.
 */
export function parseTempest(text: string): TempestMessage | null {
  const whole = readJsonObject(text, make)
  const status = fieldsOf(whole['status'])
  if ((fieldNumber(status['status_code']) ?? 0) !== 0)
    throw new Error(
      `Tempest's service refused: ${shortText(status['status_message'], 200) ?? 'no reason given'}`,
    )
  const kind = textOf(whole['type'])
  if (kind === null && !Object.hasOwn(whole, 'obs'))
    throw new Error(`This is not a message from ${make}: it has no type`)
  const draft = startMessage()
  const rest = readKind(draft, kind, whole)
  if (!rest) return null
  for (const name of Object.keys(whole).slice(0, 200)) draft.understand(name)
  return { serial: shortText(whole['serial_number']), message: draft.finish(rest) }
}

type Rest = { readonly sentMs: number | null; readonly lightning?: SensedLightning | null }

function readKind(draft: MessageBuilder, kind: string | null, whole: JsonFields): Rest | null {
  const layout = arrayLayouts.get(kind ?? '')
  // If there are several observations, they are in time order.
  const latest = listOf(whole['obs']).at(-1)
  if (layout) return Array.isArray(latest) ? readObservation(draft, layout, latest, whole) : null
  if (kind === null) return isFields(latest) ? readStationObservation(draft, latest) : null
  const event = listOf(whole['evt'])
  switch (kind) {
    case 'rapid_wind': {
      const [seconds, speed, from] = listOf(whole['ob'])
      draft.set('windMph', 'm/s', fieldNumber(speed))
      draft.set('windFromDegrees', '°', fieldNumber(from))
      return { sentMs: timeOf(seconds) }
    }
    case 'evt_strike': {
      const strike = strikeAt(event[0], event[1], 'received')
      return { sentMs: timeOf(event[0]), lightning: { strikes: strike ? [strike] : [], count: null } }
    }
    case 'evt_precip':
      return { sentMs: timeOf(event[0]) }
    case 'device_status':
    case 'hub_status':
      return readStatus(draft, whole)
    default:
      return null
  }
}

const timeOf = (seconds: unknown) => timeFromEpochSeconds(fieldNumber(seconds))

/**
 * Returns a strike whose ID is its time: the maker's summary repeats the last strike with the same time. Without a
 * usable time it is one only if it is reported once, and then gets the other ID.
 */
function strikeAt(seconds: unknown, km: unknown, untimedId: string | null = null): SensedStrike | null {
  const [timeMs, given] = [timeOf(seconds), fieldNumber(km)]
  const position = given === null && timeMs !== null ? distanceUnknown : distanceSensed(given)
  const id = timeMs === null ? untimedId : String(timeMs / 1000)
  return id !== null && position ? { id, timeMs, ...position } : null
}

function readObservation(
  draft: MessageBuilder,
  layout: ArrayLayout,
  values: readonly unknown[],
  whole: JsonFields,
): Rest {
  readArray(draft, layout, values)
  const summary = fieldsOf(whole['summary'])
  draft.set('wbgtF', '°C', fieldNumber(summary['wet_bulb_globe_temperature']))
  readVolts(draft, values[layout.volts])
  const minutes = fieldNumber(values[layout.reportMinutes])
  draft.describe({
    firmware: shortText(whole['firmware_revision']),
    intervalSeconds: minutes !== null && minutes > 0 && minutes <= 1440 ? minutes * 60 : null,
  })
  return { sentMs: timeOf(values[0]), lightning: strikesIn(layout, values, summary) }
}

/**
 * Returns the strikes of the last minute with their mean distance, because the events for single strikes can get lost,
 * as any datagram can. Their ID is their minute, because nothing shows which events they include.
 */
function strikesIn(
  { strikes: at }: ArrayLayout,
  values: readonly unknown[],
  summary: JsonFields,
): SensedLightning | null {
  const count = at && fieldNumber(values[at.count])
  const last = strikeAt(summary['strike_last_epoch'], summary['strike_last_dist'])
  if ((at === null || count === null) && !last) return null
  const mean = at && count !== null && count > 0 ? strikeAt(values[0], values[at.distanceKm], 'minute') : null
  const id = mean?.timeMs ? `minute ${Math.floor(mean.timeMs / 60_000)}` : 'minute'
  const minute = mean ? [{ ...mean, id }] : []
  return { strikes: [...minute, ...(last ? [last] : [])], count: null }
}

function readVolts(draft: MessageBuilder, value: unknown) {
  const given = fieldNumber(value)
  const volts = given !== null && given > 0 && given < 10 ? given : null
  draft.describe({ volts })
  draft.battery(volts === null ? null : volts <= lowVolts)
}

function readStatus(draft: MessageBuilder, whole: JsonFields): Rest {
  draft.describe({
    firmware: shortText(whole['firmware_revision']),
    signalDbm: signalOf(fieldNumber(whole['rssi'])),
  })
  const isSensor = whole['type'] === 'device_status'
  if (isSensor) {
    readVolts(draft, whole['voltage'])
    const bits = fieldNumber(whole['sensor_status']) ?? 0
    if (bits & 0b1) draft.trouble('lightning sensor failed')
    if (bits & 0b110) draft.trouble('electrical noise')
    if (bits & 0b1_1111_1000) draft.trouble('sensor failed')
  }
  return { sentMs: timeOf(whole['timestamp']) }
}
