import { describe, expect, it } from 'vitest'
import { distanceSensed } from './distance-steps.ts'
import { shortText, startMessage } from './draft.ts'
import { measureLimits, withinLimits } from './limits.ts'
import type { InstrumentMeasure } from './message.ts'
import { fieldNumber } from './missing.ts'
import { timeFromEpochSeconds, timeFromUtcText } from './sender-time.ts'

describe('a message', () => {
  it('takes the first known value of a measure, in its own unit', () => {
    const draft = startMessage()
    expect(draft.set('temperatureF', '°C', null)).toBe(false)
    expect(draft.set('temperatureF', '°C', 500)).toBe(false)
    expect(draft.set('temperatureF', '°C', 30)).toBe(true)
    expect(draft.set('temperatureF', '°F', 50)).toBe(false)
    expect(draft.finish({ sentMs: null }).measures).toEqual({ temperatureF: 86 })
  })

  it('has a low battery if any is', () => {
    const draft = startMessage()
    expect(draft.finish({ sentMs: null }).health.isBatteryLow).toBeNull()
    for (const isLow of [null, false, true, false]) draft.battery(isLow)
    expect(draft.finish({ sentMs: null }).health.isBatteryLow).toBe(true)
  })

  it.each([
    [5, 8, { windMph: 5, gustMph: 8, windFromDegrees: 90 }],
    [8, 5, { windMph: 8, windFromDegrees: 90 }],
    [0, 0, { windMph: 0, gustMph: 0 }],
    [0, 3, { windMph: 0, gustMph: 3, windFromDegrees: 90 }],
    [0, null, { windMph: 0 }],
    [null, 5, { gustMph: 5, windFromDegrees: 90 }],
  ])('with a wind of %s and a gust of %s has what fits together', (wind, gust, expected) => {
    const draft = startMessage()
    draft.set('windMph', 'mph', wind)
    draft.set('gustMph', 'mph', gust)
    draft.set('windFromDegrees', '°', 90)
    expect(draft.finish({ sentMs: null }).measures).toEqual(expected)
  })

  it('lists no secrets and no long or strange names', () => {
    const draft = startMessage()
    for (const name of ['PASSWORD', 'PassKey', ' MAC', '\u0000ID', 'x'.repeat(90), 'a\u0000b', '\ud800'])
      draft.ignore(name)
    expect(draft.finish({ sentMs: null }).ignored).toEqual(['x'.repeat(60), 'a b', '\ufffd'])
    expect(shortText({})).toBeNull()
  })
})

describe('a value', () => {
  it.each(Object.keys(measureLimits) as InstrumentMeasure[])('of %s is within its limits', measure => {
    const [least, most] = measureLimits[measure]
    expect([least, most].map(value => withinLimits(measure, value))).toEqual([least, most])
    for (const value of [least - 100, most * 2 + 10, NaN, Infinity, null])
      expect(withinLimits(measure, value)).toBeNull()
  })

  it('may be slightly beyond them because of noise', () => {
    expect(withinLimits('humidityPercent', 103)).toBe(100)
    expect(withinLimits('solarWattsPerM2', -1.4)).toBe(0)
    expect(withinLimits('windMph', -0.1)).toBeNull()
  })

  it.each([
    '',
    ' ',
    '-9999',
    '-9999.00',
    'NULL',
    '---',
    'NaN',
    'unavailable',
    '0x1F',
    '1,5',
    '1e999',
    '٣',
    true,
    [5],
  ])('is missing in %j', given => {
    expect(fieldNumber(given)).toBeNull()
  })

  it.each([
    ['0', 0],
    [' 12.5 ', 12.5],
    ['-3', -3],
    ['.5', 0.5],
    [0, 0],
  ])('is there in %j', (given, number) => {
    expect(fieldNumber(given)).toBe(number)
  })
})

describe('a sender’s time', () => {
  it.each([
    ['2016-5-10 2:34:15', Date.UTC(2016, 4, 10, 2, 34, 15)],
    ['2026-07-04T18:05:09.250Z', Date.UTC(2026, 6, 4, 18, 5, 9, 250)],
    ['2026/05/17T22:23:06z', Date.UTC(2026, 4, 17, 22, 23, 6)],
    ['2024-02-29 00:00', Date.UTC(2024, 1, 29)],
  ])('is read from %s', (text, timeMs) => {
    expect(timeFromUtcText(text)).toBe(timeMs)
  })

  it.each([
    'now',
    '',
    '2023-02-29 00:00:00',
    '2026-13-01 00:00:00',
    '2026-01-01 24:00:00',
    '1970-01-01 00:00:10',
  ])('is not in "%s"', text => {
    expect(timeFromUtcText(text)).toBeNull()
  })

  it('is not taken from a clock that was never set', () => {
    for (const seconds of [0, 5321, -1, 1e12, NaN, null]) expect(timeFromEpochSeconds(seconds)).toBeNull()
    expect(timeFromEpochSeconds(1_783_188_309)).toBe(1_783_188_309_000)
  })
})

it.each([
  [1, 0.62, 2.49],
  [10, 6.21, 3.31],
  [40, 24.85, 13.26],
  [63, null, null],
  [255, null, null],
  [-1, null, null],
  [null, null, null],
])('a distance of %s km is %s miles, give or take %s', (km, miles, errorMiles) => {
  const found = distanceSensed(km)
  if (miles === null) expect(found).toBeNull()
  else
    expect(found).toEqual({
      kind: 'distance',
      miles: expect.closeTo(miles, 2),
      errorMiles: expect.closeTo(errorMiles, 2),
    })
})
