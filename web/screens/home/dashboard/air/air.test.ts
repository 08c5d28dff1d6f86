import {
  airStanding,
  entriesOf,
  gaugePieces,
  gaugePoint,
  gaugeText,
  indexRows,
  isBeyondScale,
  needleAt,
  type PollutantName,
} from './air.ts'
import type { PollutantAtLocation } from '#contract/weather/air-quality'
import { policyOf } from '#web/data/policies/policy.testing.ts'
import { expect, test } from 'vitest'

const none = { value: null, color: null, shortDescription: null }

function pollutant(pollutantName: PollutantName, isMainPollutant = false): PollutantAtLocation {
  return {
    pollutantName,
    isMainPollutant,
    sourceName: 'Fresno - Garland',
    distanceInMiles: 3.4,
    aqiData: {
      nowCastIndex: { value: 207, color: '#8F3F97', shortDescription: 'Very Unhealthy' },
      oneHourIndex: none,
      eightHourIndex: none,
      twentyFourHourIndex: none,
    },
    utcTimeStamp: '2026-11-15T07:00:00.000Z',
    freshUntil: '2026-11-15T10:00:00.000Z',
  }
}

test('judges the index by its strictest policy, and never calls an old one fine', () => {
  const policies = [
    policyOf({ policyTypeShortName: 'AQI', threshold: 250 }),
    policyOf({ policyTypeShortName: 'AQI-PM2.5', threshold: 150 }),
    policyOf({ policyTypeShortName: 'AQI-O3', threshold: 100 }),
  ]
  const [fresh, old] = ['2026-11-15T08:00:00Z', '2026-11-15T11:00:00Z'].map(Date.parse)
  const words = (name: PollutantName, nowMs = fresh ?? NaN) =>
    airStanding(pollutant(name), policies, nowMs)?.words ?? null
  expect(words('PM2.5')).toBe('Over 150 AQI')
  expect(words('PM10')).toBe('Max 250 AQI')
  expect(words('PM10', old)).toBeNull()
  expect(words('PM2.5', old)).toBe('Over 150 AQI')
  expect(airStanding(pollutant('PM10'), [], fresh ?? NaN)).toBeNull()
})

test('shows all three pollutants, the main one first, and marks the ones no sensor measures', () => {
  const entries = entriesOf([pollutant('PM2.5'), pollutant('Ozone', true)])
  expect(entries.map(({ name, pollutant: of }) => [name, of !== undefined])).toEqual([
    ['Ozone', true],
    ['PM2.5', true],
    ['PM10', false],
  ])
})

test('reports dust by the day and ozone by eight hours', () => {
  expect(indexRows(pollutant('PM10')).map(({ label }) => label)).toEqual(['NowCast', '1-Hr AQI', '24-Hr AQI'])
  expect(indexRows(pollutant('Ozone')).map(({ label }) => label)).toEqual(['NowCast', '1-Hr AQI', '8-Hr AQI'])
})

test.each([
  [null, 0],
  [0, 0],
  [150, 0.5],
  [300, 1],
  [412, 1],
])('points the needle for %s at %s', (value, at) => {
  expect(needleAt(value)).toBe(at)
})

test('is off the scale above 300', () => {
  expect([300, 301, null].map(isBeyondScale)).toEqual([false, true, false])
  expect(gaugeText('PM2.5', 412, 'Hazardous')).toContain('beyond the scale')
  expect(gaugeText('PM2.5', null, null)).toBe('PM2.5 air quality index: not known')
})

test('lays the gauge segments end to end', () => {
  expect(gaugePieces).toHaveLength(13)
  expect(gaugePieces[0]?.from).toBe(0)
  expect(gaugePieces.at(-1)?.to).toBe(1)
  for (const [index, { from }] of gaugePieces.entries()) expect(from).toBe(gaugePieces[index - 1]?.to ?? 0)
  expect(gaugePoint(0, 10).x).toBeCloseTo(-10)
  expect(gaugePoint(0.5, 10).y).toBeCloseTo(-10)
})
