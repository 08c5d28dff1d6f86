import { describe, expect, it } from 'vitest'
import type { Policy } from './policy.ts'
import { expectedThreats, type ExpectedHour } from './threats.ts'
import { triggerMessage } from '#domain/messages/trigger-message'

const hour = 3_600_000
const policy = (type: Policy['type'], threshold: number): Policy => ({
  id: 1,
  name: type,
  type,
  threshold,
  allClearMinutes: 30,
  reAlertMinutes: 10,
})
const nothing: ExpectedHour = {
  timeMs: 0,
  temperatureF: null,
  humidityPercent: null,
  windMph: null,
  gustMph: null,
  windFromDegrees: null,
  cloudFraction: null,
  precipitationInches: null,
  precipitationChancePercent: null,
  snowInches: null,
  weatherCode: null,
  feelsLikeF: null,
  wbgtF: null,
}
const hours = (values: readonly (number | null)[], of: 'windMph' | 'precipitationInches') =>
  values.map((value, index) => ({ ...nothing, timeMs: index * hour, [of]: value }))

describe('expected threats to policies', () => {
  it('lists the hours of a breach, with consecutive ones as one interval', () => {
    const [threat] = expectedThreats([policy('WIND', 30)], hours([10, 31, 35, 20, 40, null], 'windMph'))
    expect(threat).toMatchObject({
      level: 2,
      times: [
        { fromMs: hour, toMs: 3 * hour },
        { fromMs: 4 * hour, toMs: 5 * hour },
      ],
    })
  })

  it('warns of values close to the threshold, and is low otherwise', () => {
    expect(expectedThreats([policy('WIND', 30)], hours([10, 29.2], 'windMph'))).toMatchObject([{ level: 1 }])
    expect(expectedThreats([policy('WIND', 30)], hours([10, 20], 'windMph'))).toMatchObject([
      { level: 0, times: [] },
    ])
  })

  it('adds up rain and then lists no times', () => {
    const rain = hours([0.4, 0.4, 0.4], 'precipitationInches')
    expect(expectedThreats([policy('PRECIP', 1)], rain)).toMatchObject([{ level: 2, times: [] }])
    const dry = hours([0, 0], 'precipitationInches')
    expect(expectedThreats([policy('PRECIP', 0.3)], dry)).toMatchObject([{ level: 0, times: [] }])
  })

  it('omits values that no hour has and those that the card does not show', () => {
    expect(expectedThreats([policy('WIND', 30)], hours([null, null], 'windMph'))).toEqual([])
    expect(expectedThreats([policy('LR1', 8)], hours([1], 'windMph'))).toEqual([])
  })
})

it('reports lightning 0.4 miles nearer than the ring, and uses defaults for unknown numbers', () => {
  expect(triggerMessage({ type: 'LR1', threshold: 8, allClearMinutes: 30 }, 'the stadium')).toBe(
    'Lightning within 7.6 miles of the stadium. All clear 30 minutes after the last strike.',
  )
  expect(triggerMessage({ type: 'LR1' }, 'the stadium')).toBe(
    'Lightning within 0.6 miles of the stadium. All clear 10 minutes after the last strike.',
  )
  expect(triggerMessage({ type: 'HEAT' }, 'the stadium')).toBe(
    'Heat Index at the stadium is 80 °F or higher. All clear after 60 minutes without it.',
  )
})
