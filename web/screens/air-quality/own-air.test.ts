import { mainAirNow, notKnown } from './own-air.ts'
import type { PollutantAtLocation } from '#contract/weather/air-quality'
import { expect, test } from 'vitest'

const good = { value: 42, color: '#00E400', shortDescription: 'Good' }
const freshUntil = '2026-11-15T10:00:00.000Z'
const dust: PollutantAtLocation = {
  pollutantName: 'PM2.5',
  isMainPollutant: true,
  sourceName: 'Fresno - Garland',
  distanceInMiles: 3.4,
  aqiData: {
    nowCastIndex: good,
    oneHourIndex: notKnown,
    eightHourIndex: notKnown,
    twentyFourHourIndex: notKnown,
  },
  utcTimeStamp: '2026-11-15T07:00:00.000Z',
  freshUntil,
}

test('shows a fresh index with its category', () => {
  expect(mainAirNow(dust, Date.parse(freshUntil))).toEqual({
    index: good,
    words: 'PM2.5, the main pollutant',
  })
})

test('shows an old index as unknown, with its past value', () => {
  expect(mainAirNow(dust, Date.parse(freshUntil) + 1)).toEqual({
    index: notKnown,
    words: 'PM2.5, last known 42',
  })
})
