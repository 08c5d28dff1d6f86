import { expect, it } from 'vitest'
import { disagreement } from './disagreement.ts'
import { noonMs, observed } from './reading.testing.ts'

const minuteMs = 60_000
const station = (measures: object, agoMs = 0) => observed('station', measures, noonMs - agoMs, 'station')

it('two stations at one place that cannot both be right are named with their values', () => {
  const used = station({ temperatureF: 78, windMph: 4 })
  expect(disagreement(used, station({ temperatureF: 91.3, windMph: 5 }), noonMs)).toBe(
    'reports 91 °F instead of 78',
  )
  expect(disagreement(used, station({ temperatureF: 91.3, windMph: 25 }), noonMs)).toBe(
    'reports 91 °F instead of 78, and 25 mph instead of 4',
  )
})

it.each([
  ['differ by no more than weather does', { temperatureF: 83 }, 0],
  ['are not both fresh', { temperatureF: 95 }, 16 * minuteMs],
  ['do not both measure it', { temperatureF: null }, 0],
])('stations that %s do not disagree', (_, measures, agoMs) =>
  expect(disagreement(station({ temperatureF: 78 }), station(measures, agoMs), noonMs)).toBeNull(),
)
