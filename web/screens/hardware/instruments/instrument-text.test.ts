import { givenInstrument, givenValue } from './instruments.testing.ts'
import {
  alsoReceivedText,
  instrumentBattery,
  clockOffText,
  lightningText,
  missingNames,
  noticesOf,
  raisesText,
  latestRefusal,
  signalText,
  instrumentStateOf,
  troubleTexts,
  valueLine,
} from './instrument-text.ts'
import { shownMeasure, valueName } from './measure-text.ts'
import { instrumentTroubles } from '#domain/instruments/message'
import { describe, expect, it, test } from 'vitest'

const nowMs = Date.parse('2026-07-04T18:00:00Z')
const ago = (seconds: number) => new Date(nowMs - seconds * 1000).toISOString()
const received = (...values: ReturnType<typeof givenValue>[]) => ({
  values,
  understood: [],
  ignored: [],
  fields: [],
  clockAheadSeconds: null,
})

test.each([
  ['temperatureF', 72.06, '72.1 °F'],
  ['temperatureF', -0.02, '0.0 °F'],
  ['humidityPercent', 48.4, '48%'],
  ['windFromDegrees', 225, '225° SW'],
  ['stationPressureHpa', 1013.25, '1013.3 hPa (29.92 inHg)'],
  ['uvIndex', 3, '3.0'],
  ['somethingNew', 3, '3'],
])('%s of %d is %s', (measure, value, text) => expect(shownMeasure(measure, value)).toBe(text))

test('an unknown measure keeps its wire name', () => {
  expect([valueName('pm25'), valueName('constructor')]).toEqual(['Particles (PM2.5)', 'constructor'])
})

test.each([
  [null, false, { label: 'Waiting for the first message', age: null }],
  [ago(12), false, { label: 'Sending', age: '12 s ago' }],
  [ago(25 * 60), true, { label: 'Silent for 25 min', age: null }],
])('heard at %s, it is %o', (heardAt, isSilent, state) => {
  expect(instrumentStateOf({ heardAt, isSilent }, nowMs)).toMatchObject(state)
})

describe('the line of values', () => {
  it('has temperature, wind and humidity', () => {
    const values = received(
      givenValue('temperatureF', 72.1),
      givenValue('windMph', 5.2),
      givenValue('windFromDegrees', 225),
      givenValue('humidityPercent', 48),
    )
    expect(valueLine({ received: values, lightning: null })).toBe('72.1 °F · 5 mph SW · 48%')
  })
  it('leaves out doubtful values, and shows calm wind as calm', () => {
    const values = received(
      { ...givenValue('temperatureF', 140), doubt: 'Real weather never has this value.' },
      givenValue('windMph', 0),
    )
    expect(valueLine({ received: values, lightning: null })).toBe('Calm')
  })
  it('is about particles or strikes if there is no weather', () => {
    expect(valueLine({ received: received(givenValue('pm25', 11)), lightning: null })).toBe(
      '11.0 µg/m³ PM2.5',
    )
    const lightning = { lastStrike: null, miles: null, count: 1 }
    expect(valueLine({ received: null, lightning })).toBe('1 strike counted')
    expect(valueLine({ received: null, lightning: null })).toBeNull()
  })
})

test.each([
  [null, null],
  [{ lastStrike: null, miles: null, count: null }, 'No strike yet'],
  [{ lastStrike: null, miles: null, count: 0 }, 'No strike yet, 0 strikes counted'],
  [
    { lastStrike: ago(720), miles: 6.2, count: 3 },
    'Last strike 12 min ago, about 6 mi away, direction unknown',
  ],
  [
    { lastStrike: ago(30), miles: null, count: 3 },
    'Last strike 30 s ago, distance unknown, direction unknown',
  ],
])('lightning %o is %s', (lightning, text) =>
  expect(lightningText({ make: 'ecowitt', lightning }, nowMs)).toBe(text),
)

test('a battery that is not reported has no state, and is never shown as good', () => {
  expect(instrumentBattery({ isBatteryLow: null, volts: null })).toBeNull()
  expect(instrumentBattery({ isBatteryLow: null, volts: 2.41 })).toMatchObject({
    label: 'Unknown',
    volts: '2.41 V',
  })
  expect(instrumentBattery({ isBatteryLow: true, volts: null })).toMatchObject({ label: 'Low', tone: 'bad' })
  expect([signalText(null), signalText(-60), signalText(-91)]).toEqual([
    null,
    '-60 dBm, good',
    '-91 dBm, weak',
  ])
})

describe('the list of missing values', () => {
  it('includes what this kind of station usually sends', () => {
    const some = received(givenValue('temperatureF', 72), givenValue('seaLevelPressureHpa', 1013))
    expect(missingNames({ make: 'ecowitt', received: some })).toEqual(['Humidity', 'Wind', 'Rain today'])
    expect(missingNames({ make: 'purpleair', received: some })).toEqual(['Particles (PM2.5)'])
    expect(missingNames({ make: 'boltek', received: some })).toEqual([])
    expect(missingNames({ make: 'ecowitt', received: null })).toEqual([])
  })
  it('does not include the wind direction in calm air', () => {
    const with_ = (wind: number) =>
      missingNames({ make: 'ambient', received: received(givenValue('windMph', wind)) })
    expect(with_(0)).not.toContain('Wind direction')
    expect(with_(3)).toContain('Wind direction')
  })
})

test.each([
  [null, null],
  [60, null],
  [300, /5 min ahead/],
  [-7200, /2 h behind/],
])('a clock that is %s s ahead', (seconds, text) => {
  if (text === null) expect(clockOffText(seconds)).toBeNull()
  else expect(clockOffText(seconds)).toMatch(text)
})

test('a refusal is shown until a message is accepted', () => {
  const refused = { at: ago(60), because: 'It sent the wrong key.' }
  expect(latestRefusal({ refused, heardAt: null })).toBe(refused)
  expect(latestRefusal({ refused, heardAt: ago(90) })).toBe(refused)
  expect(latestRefusal({ refused, heardAt: ago(30) })).toBeNull()
})

test('a sensor may start delays but never proves All Clear', () => {
  expect(raisesText(true)).toContain('can never prove All Clear')
  expect(raisesText(false)).toContain('do not start delays')
})

test.each(instrumentTroubles)('%s is a sentence', trouble =>
  expect(troubleTexts[trouble]).toMatch(/^[A-Z].*\.$/),
)

test('notices name what is in trouble or doubtful', () => {
  const doubtful = { ...givenValue('gustMph', 3), doubt: 'The gust is below the wind.' }
  const one = givenInstrument({ received: { ...received(doubtful), clockAheadSeconds: 600 } })
  const { health } = one
  expect(noticesOf({ ...one, health: { ...health, troubles: ['station lost'] } })).toEqual([
    troubleTexts['station lost'],
    'Doubtful and not used: gust.',
    expect.stringContaining('10 min ahead'),
  ])
  expect(noticesOf(givenInstrument())).toEqual([])
  expect(noticesOf(givenInstrument({ received: { ...received(), lateSeconds: 7200 } }))).toEqual([
    expect.stringContaining('2 h old when they arrived'),
  ])
  expect(noticesOf(givenInstrument({ make: 'json' }))).toEqual([])
  expect(noticesOf(givenInstrument({ make: 'json', heardAt: ago(5) }))).toEqual([
    expect.stringContaining('which value each field holds'),
  ])
})

test('sensors other than the one shown are named with their age', () => {
  const heard = (...names: string[]) => ({
    received: { ...received(), sensors: names.map(name => ({ name, heardAt: ago(120) })) },
  })
  expect(alsoReceivedText({ received: null }, nowMs)).toBeNull()
  expect(alsoReceivedText(heard('WH57 1'), nowMs)).toBeNull()
  expect(alsoReceivedText(heard('WH57 1', 'WH57 2'), nowMs)).toBe(
    'WH57 2 (2 min ago). Strikes from every sensor count; only the first one’s values are shown.',
  )
})
