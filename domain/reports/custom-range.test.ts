import { evapotranspirationLimit, historyLimit, customRangeFault } from './custom-range.ts'
import { dayNumber } from '#domain/conditions/local-day'
import { expect, test } from 'vitest'

const today = dayNumber('2026-11-16') ?? 0

test.each([
  ['2026-11-08', '2026-11-16', null],
  ['2026-08-19', '2026-11-16', null], // 90 days, counting both ends
  ['2026-08-18', '2026-11-16', historyLimit.message],
  ['2026-11-16', '2026-11-16', 'The end date must be after the start date.'],
  ['2026-11-12', '2026-11-10', 'The end date must be after the start date.'],
  ['2026-11-10', '2026-11-17', 'The end date must not be in the future.'],
  ['', '2026-11-16', 'Choose a start date and an end date.'],
  ['2026-11-10', '2026-02-30', 'Choose a start date and an end date.'],
])('history from %s to %s: %s', (startDate, endDate, fault) => {
  expect(customRangeFault({ startDate, endDate }, today, historyLimit)).toBe(fault)
})

test('evapotranspiration spans at most 14 days', () => {
  const endDate = '2026-11-15'
  expect(customRangeFault({ startDate: '2026-11-02', endDate }, today, evapotranspirationLimit)).toBeNull()
  expect(customRangeFault({ startDate: '2026-11-01', endDate }, today, evapotranspirationLimit)).toBe(
    'Custom Range must be 14 days or less.',
  )
})
