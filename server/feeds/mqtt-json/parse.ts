import { startMessage } from '#domain/instruments/draft'
import { distanceSensed } from '#domain/instruments/distance-steps'
import {
  convertMeasure,
  mappedMeasures,
  unitsFor,
  type MappedMeasure,
} from '#domain/instruments/measure-units'
import type { InstrumentMessage, SensedLightning } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { timeFromEpochSeconds } from '#domain/instruments/sender-time'
import { kmFromMiles } from '#domain/units/convert'
import { readJsonObject } from '#server/feeds/instrument-json'
import { fieldsOf, isFields } from '#server/feeds/nws/json'
import { measureNamed } from './names.ts'
import { unitNamed } from './unit-names.ts'

const make = 'weewx, CumulusMX or Home Assistant'
const mostFields = 500
const mostNameLength = 60

type UnitKind = 'temperature' | 'wind' | 'pressure' | 'rain' | 'rate'
const kinds: Partial<Record<MappedMeasure, UnitKind>> = {
  temperatureF: 'temperature',
  wbgtF: 'temperature',
  windMph: 'wind',
  gustMph: 'wind',
  stationPressureHpa: 'pressure',
  seaLevelPressureHpa: 'pressure',
  rainInchesPerHour: 'rate',
  rainTodayInches: 'rain',
  rainCounterInches: 'rain',
}
/** The three unit systems of weewx by number: US, METRIC and METRICWX. */
const systems: ReadonlyMap<number | null, Readonly<Record<UnitKind, string>>> = new Map([
  [1, { temperature: '°F', wind: 'mph', pressure: 'inHg', rain: 'in', rate: 'in/h' }],
  [16, { temperature: '°C', wind: 'km/h', pressure: 'hPa', rain: 'cm', rate: 'cm/h' }],
  [17, { temperature: '°C', wind: 'm/s', pressure: 'hPa', rain: 'mm', rate: 'mm/h' }],
])
/** The fields in which CumulusMX and Home Assistant state their units, in lower case. */
const unitFields: Readonly<Record<UnitKind, readonly string[]>> = {
  temperature: ['tempunit', 'temperature_unit'],
  wind: ['windunit', 'wind_speed_unit'],
  pressure: ['pressunit', 'pressure_unit'],
  rain: ['rainunit', 'precipitation_unit'],
  rate: ['rainunit', 'precipitation_unit'],
}
/** weewx appends the unit to this name as well. */
const strikeCountNames = ['lightning_strike_count', 'lightning_strike_count_count']
const otherNames = new Set([
  'datetime',
  'usunits',
  'attributes',
  ...strikeCountNames,
  'datastopped',
  'sensorcontactlost',
  ...Object.values(unitFields).flat(),
])

/**
 * Parses a station's values as weewx, CumulusMX or a Home Assistant automation send them. A value without a stated unit
 * is not used: a wrong guess would be a wrong value.
 */
export function parseStationJson(text: string): InstrumentMessage {
  const whole = readJsonObject(text, make)
  // A Home Assistant state has its values one level down.
  const all = isFields(whole['attributes']) ? { ...whole, ...fieldsOf(whole['attributes']) } : whole
  const fields = Object.entries(all).slice(0, mostFields)
  const find = (names: readonly string[]) => fields.find(([name]) => names.includes(name.toLowerCase()))?.[1]
  const usual = systems.get(fieldNumber(find(['usunits'])))
  const draft = startMessage()
  let strikeMiles: number | null = null
  const isStopped = find(['datastopped']) === true || fieldNumber(find(['sensorcontactlost'])) === 1
  if (isStopped) draft.trouble('station lost')
  for (const [name, value] of fields) {
    const meant = name.length > mostNameLength || isFields(value) ? null : meaningOf(name)
    if (!meant) {
      if (otherNames.has(name.toLowerCase())) draft.understand(name)
      else draft.ignore(name)
      continue
    }
    const kind = kinds[meant.measure]
    const stated = kind ? unitNamed(meant.measure, find(unitFields[kind])) : null
    const unit = meant.unit ?? stated ?? (kind && usual?.[kind]) ?? onlyUnit(meant.measure)
    // weewx means the pressure at the station; programs that state units separately mean that at sea level.
    const isAtSeaLevel = stated !== null && name.toLowerCase() === 'pressure'
    const measure = isAtSeaLevel ? 'seaLevelPressureHpa' : meant.measure
    if (unit === null) {
      draft.ignore(name)
      continue
    }
    draft.understand(name)
    if (isStopped) continue
    if (measure === 'strikeDistance') strikeMiles = convertMeasure(measure, unit, fieldNumber(value))
    else draft.setIn(measure, unit, fieldNumber(value))
  }
  const sentMs = timeFromEpochSeconds(fieldNumber(find(['datetime'])))
  const lightning = strikesOf(fieldNumber(find(strikeCountNames)), strikeMiles, sentMs)
  if (draft.understoodCount() === 0)
    throw new Error(`This is not a message from ${make}: it has no known field`)
  return draft.finish({ sentMs, lightning })
}

function onlyUnit(measure: MappedMeasure): string | null {
  const units = unitsFor(measure)
  if (measure === 'pm25' || measure === 'pm10') return 'µg/m³'
  return units.length === 1 ? (units[0] ?? null) : null
}

/**
 * Returns the measure and unit of a name. Names such as `outTemp_F` or `rainRate_inch_per_hour` end with their unit;
 * `windDir` has none. Our own names may also be used: `temperatureF`.
 */
function meaningOf(name: string): { measure: MappedMeasure; unit: string | null } | null {
  const own = mappedMeasures.find(measure => measure === name)
  if (own) return { measure: own, unit: unitsFor(own)[0] ?? null }
  const whole = measureNamed(name)
  if (whole) return { measure: whole, unit: null }
  for (let at = name.indexOf('_'); at > 0; at = name.indexOf('_', at + 1)) {
    const measure = measureNamed(name.slice(0, at))
    const unit = measure && unitNamed(measure, name.slice(at + 1))
    if (measure && unit) return { measure, unit }
  }
  return null
}

/** Reads weewx's count of strikes since its last message, and the last one's distance. */
function strikesOf(
  count: number | null,
  miles: number | null,
  sentMs: number | null,
): SensedLightning | null {
  if (count === null) return null
  // Rounded, because 'out of range' is an exact number of kilometers.
  const km = miles === null ? null : Math.round((kmFromMiles(miles) ?? NaN) * 1000) / 1000
  const position = count > 0 ? distanceSensed(km) : null
  const id = sentMs === null ? 'received' : String(sentMs / 1000)
  return { strikes: position ? [{ id, timeMs: sentMs, ...position }] : [], count: null }
}
