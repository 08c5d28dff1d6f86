import { indexOf, shownSensors, statusWords } from './sensors.ts'
import { aqiCategories } from '#domain/air-quality/aqi'
import { expect, test } from 'vitest'

const categories = aqiCategories.map(({ name, color, most }) => ({
  name,
  color,
  min: 0,
  max: most === Infinity ? null : most,
}))

test.each([
  [0, 'Good'],
  [50, 'Good'],
  [50.6, 'Moderate'],
  [51, 'Moderate'],
  [301, 'Hazardous'],
  [812, 'Hazardous'],
])('maps an index of %s to %s', (value, name) => {
  expect(indexOf(value, categories)).toMatchObject({ value, shortDescription: name })
})

test('puts an unknown index in no category, least of all a good one', () => {
  expect(indexOf(null, categories)).toEqual({ value: null, color: null, shortDescription: null })
  expect(indexOf(42, [])).toEqual({ value: 42, color: null, shortDescription: null })
})

test('treats a sensor that reports as enabled', () => {
  expect([true, false].map(status => statusWords({ status }))).toEqual(['Enabled', 'Disabled'])
})

test('finds sensors by name and customer, from three characters on', () => {
  const sensor = {
    id: 1,
    name: 'Fresno North',
    customerName: null,
    status: true,
    lastActivity: null,
    pM2_5: { nowcast: null },
    pM10: { nowcast: null },
  }
  const all = [sensor, { ...sensor, id: 2, name: 'Track', customerName: 'Demo School' }]
  const found = (typed: string) => shownSensors(all, typed).map(({ id }) => id)
  expect(found('zz')).toEqual([1, 2])
  expect(found('fresno')).toEqual([1])
  expect(found('SCHOOL')).toEqual([2])
  expect(found('zzz')).toEqual([])
})
