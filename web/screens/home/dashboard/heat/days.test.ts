import { heatAxis, heatDays, hottestOf, hourLabels } from './days.ts'
import { hoursFrom } from './hours.testing.ts'
import { expect, test } from 'vitest'

// 1 AM on a Sunday in Chicago.
const hours = hoursFrom('2026-11-15T07:00:00Z', 71)

test('splits 71 hours into three days: today, tomorrow, and the weekday after', () => {
  const days = heatDays(hours, 'WBGT', 'America/Chicago')
  expect(days.map(({ name, hours: of }) => [name, of.length])).toEqual([
    ['Today', 23],
    ['Tomorrow', 24],
    ['Tuesday', 24],
  ])
  expect(days[1]?.hours[0]?.clock).toBe('12 AM')
})

test('uses the zone’s days, and never more than three', () => {
  const days = heatDays(hours, 'WBGT', 'America/Los_Angeles')
  expect(days.map(({ name, hours: of }) => [name, of.length])).toEqual([
    ['Today', 1],
    ['Tomorrow', 24],
    ['Monday', 24],
  ])
})

test('labels every third hour', () => {
  const [, tomorrow] = heatDays(hours, 'WBGT', 'America/Chicago')
  expect(hourLabels(tomorrow?.hours ?? []).map(({ label }) => label)).toEqual([
    '12 AM',
    '3 AM',
    '6 AM',
    '9 AM',
    '12 PM',
    '3 PM',
    '6 PM',
    '9 PM',
  ])
})

test('steps the axis by 5 °F with room for the highest and the lowest', () => {
  expect(heatAxis([71.2, null, 84])).toEqual({ least: 70, most: 85, ticks: [70, 75, 80, 85] })
  expect(heatAxis([70, 85])).toMatchObject({ least: 65, most: 90 })
  expect(heatAxis([null])).toBeNull()
})

test('finds the hottest hour, and none without data', () => {
  const [today] = heatDays(hours, 'WBGT', 'America/Chicago')
  expect(hottestOf(today?.hours ?? [])?.actual).toBe(92)
  expect(hottestOf([])).toBeNull()
})
