import { every, locationsEvery } from './asking.ts'
import { expect, test } from 'vitest'

test('refetches unknown data within seconds, and never less often than known data', () => {
  const everyHour = every(3_600_000)
  expect(everyHour({ state: { status: 'success' } })).toBe(3_600_000)
  expect(everyHour({ state: { status: 'pending' } })).toBe(3_600_000)
  expect(everyHour({ state: { status: 'error' } })).toBe(20_000)
  expect(every(10_000)({ state: { status: 'error' } })).toBe(10_000)
})

test('refetches the location list every 10 s while the stream is down, otherwise when the stream reports a change', () => {
  expect(locationsEvery('down')).toBe(10_000)
  expect(locationsEvery('live')).toBe(false)
  expect(locationsEvery('awaited')).toBe(false)
})
