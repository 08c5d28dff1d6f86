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
  const current = { state: { data: [], isInvalidated: false } }
  expect(locationsEvery('down')(current)).toBe(10_000)
  expect(locationsEvery('live')(current)).toBe(false)
  expect(locationsEvery('awaited')(current)).toBe(false)
})

test('refetches a list that the stream reported as changed until there is a new one', () => {
  const outdated = { state: { data: [], isInvalidated: true } }
  expect(locationsEvery('live')(outdated)).toBe(10_000)
  const missing = { state: { data: undefined, isInvalidated: true } }
  expect(locationsEvery('live')(missing)).toBe(false)
})
