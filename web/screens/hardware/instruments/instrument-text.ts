import { shownMeasure, valueName } from './measure-text.ts'
import type { Instrument } from '#contract/devices/instruments'
import { makeOf, type MakeId } from '#domain/instruments/makes'
import type { InstrumentMeasure, InstrumentTrouble } from '#domain/instruments/message'
import { compass16 } from '#domain/units/compass'
import type { PillTone } from '#web/parts/page/StatusPill.tsx'
import { shownDuration } from '#web/parts/time/durations.ts'

const msOf = (instant: string) => Date.parse(instant)

interface InstrumentState {
  readonly tone: PillTone
  readonly label: string
  /** When the instrument last sent something; null before the first message. */
  readonly age: string | null
}

export function instrumentStateOf(
  { heardAt, isSilent }: Pick<Instrument, 'heardAt' | 'isSilent'>,
  nowMs: number,
): InstrumentState {
  if (heardAt === null) return { tone: 'unknown', label: 'Waiting for the first message', age: null }
  const ago = shownDuration(nowMs - msOf(heardAt))
  if (isSilent) return { tone: 'bad', label: `Silent for ${ago}`, age: null }
  return { tone: 'good', label: 'Sending', age: `${ago} ago` }
}

export const troubleTexts: Readonly<Record<InstrumentTrouble, string>> = {
  'electrical noise':
    'The lightning sensor is picking up electrical noise. Move it away from motors, lamps and screens.',
  'lightning sensor failed': 'The lightning sensor reports that it has failed.',
  'sensor failed': 'One of its sensors reports that it has failed.',
  'station lost':
    'The receiver has lost its outdoor unit and repeats old values. Check its battery and distance.',
  'sensors disagree': 'Its two sensors disagree, so their value is not used. Clean or replace them.',
  indoors: 'It reports that it is indoors, so its values are not used for the weather outside.',
}

type Values = NonNullable<Instrument['received']>['values']

/** Whether a value is used. Doubtful ones are not. */
function known(values: Values, measure: InstrumentMeasure): number | null {
  const found = values.find(each => each.measure === measure)
  return found && found.doubt === null ? found.value : null
}

/** Returns the current values in one line: `72.1 °F · 5 mph SW`. Null if none is known. */
export function valueLine({
  received,
  lightning,
}: Pick<Instrument, 'received' | 'lightning'>): string | null {
  const values = received?.values ?? []
  const parts: string[] = []
  const add = (measure: InstrumentMeasure, more = '') => {
    const value = known(values, measure)
    if (value !== null) parts.push(shownMeasure(measure, value) + more)
  }
  add('temperatureF')
  const [wind, from] = [known(values, 'windMph'), known(values, 'windFromDegrees')]
  if (wind === 0) parts.push('Calm')
  else if (wind !== null) {
    const point = from === null ? null : compass16(from)
    parts.push(`${Math.round(wind)} mph${point === null ? '' : ` ${point}`}`)
  }
  add('humidityPercent')
  if (parts.length === 0) add('pm25', ' PM2.5')
  const count = lightning?.count ?? null
  if (parts.length === 0 && count !== null) parts.push(strikesText(count))
  return parts.length > 0 ? parts.join(' · ') : null
}

const strikesText = (count: number) => (count === 1 ? '1 strike counted' : `${count} strikes counted`)

/** Describes the last strike that a sensor reported; null without a lightning sensor. */
export function lightningText(
  { make, lightning }: Pick<Instrument, 'make' | 'lightning'>,
  nowMs: number,
): string | null {
  if (!lightning) return null
  const { lastStrike, miles, count } = lightning
  if (lastStrike === null) return count === null ? 'No strike yet' : `No strike yet, ${strikesText(count)}`
  const far = miles === null ? 'distance unknown' : `about ${Math.max(1, Math.round(miles))} mi away`
  const direction = makeOf(make).lightning === 'distance' ? ', direction unknown' : ''
  return `Last strike ${shownDuration(nowMs - msOf(lastStrike))} ago, ${far}${direction}`
}

/** Lists the other sensors that the receiver picks up; null if there are none. */
export function alsoReceivedText({ received }: Pick<Instrument, 'received'>, nowMs: number): string | null {
  const others = received?.sensors?.slice(1) ?? []
  if (others.length === 0) return null
  const names = others.map(({ name, heardAt }) => `${name} (${shownDuration(nowMs - msOf(heardAt))} ago)`)
  return `${names.join(', ')}. Strikes from every sensor count; only the first one’s values are shown.`
}

export function instrumentBattery({
  isBatteryLow,
  volts,
}: Pick<Instrument['health'], 'isBatteryLow' | 'volts'>) {
  if (isBatteryLow === null && volts === null) return null
  const tone: PillTone = isBatteryLow === null ? 'unknown' : isBatteryLow ? 'bad' : 'good'
  const label = isBatteryLow === null ? 'Unknown' : isBatteryLow ? 'Low' : 'Good'
  return { tone, label, volts: volts === null ? null : `${volts.toFixed(2)} V` }
}

/** Radio receivers lose messages below about -85 dBm. */
const weakDbm = -85

export function signalText(dbm: number | null): string | null {
  if (dbm === null) return null
  return `${Math.round(dbm)} dBm, ${dbm < weakDbm ? 'weak' : 'good'}`
}

const usual: readonly InstrumentMeasure[] = [
  'temperatureF',
  'humidityPercent',
  'windMph',
  'windFromDegrees',
  'rainTodayInches',
]
const usualOf: Partial<Record<MakeId, readonly InstrumentMeasure[]>> = {
  purpleair: ['pm25'],
  airgradient: ['pm25'],
  json: [],
}
const pressures: readonly InstrumentMeasure[] = ['stationPressureHpa', 'seaLevelPressureHpa']

/**
 * Returns the values that this kind of station usually sends but this one did not. Wind has no direction while calm.
 */
export function missingNames({ make, received }: Pick<Instrument, 'make' | 'received'>): string[] {
  if (!received || !makeOf(make).isStation) return []
  const sent = new Set(received.values.map(({ measure }) => measure))
  const isCalm = received.values.find(({ measure }) => measure === 'windMph')?.sent === 0
  const wanted = usualOf[make] ?? usual
  const missing = wanted.filter(
    measure => !sent.has(measure) && !(measure === 'windFromDegrees' && (isCalm || !sent.has('windMph'))),
  )
  const lacksPressure = wanted === usual && !pressures.some(measure => sent.has(measure))
  return [...missing.map(valueName), ...(lacksPressure ? ['Pressure'] : [])]
}

const toleratedSeconds = 60

/** Returns a warning that the station's clock is off; null if it is right, or if the station sends no time. */
export function clockOffText(aheadSeconds: number | null): string | null {
  if (aheadSeconds === null || Math.abs(aheadSeconds) <= toleratedSeconds) return null
  const off = shownDuration(Math.abs(aheadSeconds) * 1000)
  return `Its clock is ${off} ${aheadSeconds > 0 ? 'ahead' : 'behind'}. Its values are still used, with the time they arrived, but have the clock set.`
}

/** Returns a notice that the last values were old; null if they were not. */
export function lateText(lateSeconds: number | undefined): string | null {
  if (lateSeconds === undefined) return null
  return `It is catching up: its last values were ${shownDuration(lateSeconds * 1000)} old when they arrived. They are kept with their own time and do not count as current.`
}

/**
 * Returns a refused message, if it came after the last good one or before any, because it may be the reason why nothing
 * else arrives.
 */
export function latestRefusal({ refused, heardAt }: Pick<Instrument, 'refused' | 'heardAt'>) {
  return refused && (heardAt === null || msOf(refused.at) >= msOf(heardAt)) ? refused : null
}

/** Describes what strikes from the instrument do. */
export function raisesText(raises: boolean): string {
  return raises
    ? 'Strikes from this sensor start delays. They can never prove All Clear.'
    : 'Strikes from this sensor are shown but do not start delays.'
}

/** Lists everything that a person should check. */
export function noticesOf(instrument: Instrument): readonly string[] {
  const clock = clockOffText(instrument.received?.clockAheadSeconds ?? null)
  const late = lateText(instrument.received?.lateSeconds)
  const doubtful = instrument.received?.values.filter(({ doubt }) => doubt !== null) ?? []
  const isUnread =
    instrument.make === 'json' && instrument.heardAt !== null && instrument.mapping.length === 0
  return [
    ...(isUnread ? ['Its messages arrive, but no one has chosen which value each field holds.'] : []),
    ...instrument.health.troubles.map(trouble => troubleTexts[trouble]),
    ...(doubtful.length > 0
      ? [
          `Doubtful and not used: ${doubtful.map(({ measure }) => valueName(measure).toLowerCase()).join(', ')}.`,
        ]
      : []),
    ...(clock === null ? [] : [clock]),
    ...(late === null ? [] : [late]),
  ]
}
