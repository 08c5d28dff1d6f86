import { shortText } from '#domain/instruments/draft'
import type { SensedStrike } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { timeFromEpochSeconds } from '#domain/instruments/sender-time'
import type { StrikeType } from '#domain/lightning/strike'
import { knownWithin } from '#domain/units/known'
import { readJsonObject } from '#server/feeds/instrument-json'
import { fieldsOf, instantOf, isFields, textOf } from '#server/feeds/nws/json'

export interface XweatherStrikes {
  readonly strikes: readonly Extract<SensedStrike, { kind: 'place' }>[]
  /** False if strikes may be missing: the service cuts off long lists, and a record may be unreadable. */
  readonly isComplete: boolean
}

/** The service returns at most this many strikes, and does not say if there are more. */
const mostRecords = 1000
/** The network locates most strikes to within a few hundred meters, although its records do not state an accuracy. */
const errorMiles = 0.5
const types: ReadonlyMap<string, StrikeType> = new Map([
  ['cg', 3],
  ['ic', 4],
])

/** Parses the lightning near a point, from the customer's own contract with Xweather. */
export function parseXweather(text: string): XweatherStrikes {
  const whole = readJsonObject(text, 'Xweather')
  const error = fieldsOf(whole['error'])
  const code = textOf(error['code'])
  if (code === 'warn_no_data') return { strikes: [], isComplete: true }
  // No answer means unknown. It must never look like an absence of lightning.
  if (whole['success'] !== true || code !== null)
    throw new Error(`Xweather refused: ${shortText(error['description'] ?? code, 200) ?? 'no reason'}`)
  const response = whole['response']
  const records = Array.isArray(response) ? response : isFields(response) ? [response] : null
  if (!records) throw new Error('This is not a message from Xweather: it has no response')
  const strikes = records.slice(0, mostRecords * 2).flatMap(strikeIn)
  return { strikes, isComplete: records.length < mostRecords && strikes.length === records.length }
}

function strikeIn(record: unknown): XweatherStrikes['strikes'] {
  const [loc, ob] = [fieldsOf(fieldsOf(record)['loc']), fieldsOf(fieldsOf(record)['ob'])]
  const pulse = fieldsOf(ob['pulse'])
  const latitude = knownWithin(fieldNumber(loc['lat']), -90, 90)
  const longitude = knownWithin(fieldNumber(loc['long']), -180, 180)
  const milliseconds = fieldNumber(ob['timestampMS'])
  const timeMs =
    timeFromEpochSeconds(milliseconds === null ? null : milliseconds / 1000) ??
    timeFromEpochSeconds(fieldNumber(ob['timestamp'])) ??
    timeFromEpochSeconds((instantOf(ob['dateTimeISO']) ?? NaN) / 1000)
  if (latitude === null || longitude === null) return []
  const amperes = knownWithin(fieldNumber(pulse['peakamp']), -1e6, 1e6)
  return [
    {
      id: (textOf(fieldsOf(record)['id']) ?? `${timeMs} ${latitude} ${longitude}`).slice(0, 100),
      timeMs,
      kind: 'place',
      latitude,
      longitude,
      errorMiles,
      amp: amperes === null ? null : amperes / 1000,
      // A strike of unknown type may have reached the ground.
      type: types.get((textOf(pulse['type']) ?? '').toLowerCase()) ?? 1,
    },
  ]
}
