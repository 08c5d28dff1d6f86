import { draftFault } from './export-draft.ts'
import { dayName, dayNumber } from '#domain/conditions/local-day'
import { expect, test } from 'vitest'

const today = dayNumber('2026-11-16') ?? 0
const last = (days: number) => ({ startDate: dayName(today - days + 1), endDate: dayName(today) })

test.each([
  ['Daily', 180, null],
  ['Daily', 181, 'Daily report cannot span more than 180 days.'],
  ['Hourly', 31, null],
  ['Hourly', 32, 'Hourly report cannot span more than 31 days.'],
  ['Condition Snapshots', 7, null],
  ['Condition Snapshots', 8, 'Condition Snapshots report cannot span more than 7 days.'],
  ['Daily', 1, null],
] as const)('%s of %i days: %s', (kind, days, fault) => {
  expect(draftFault(kind, last(days), today)).toBe(fault)
})

test('requires both dates, in order and not in the future', () => {
  const fault = (startDate: string, endDate: string) => draftFault('Daily', { startDate, endDate }, today)
  expect(fault('', '2026-11-16')).toBe('Choose a start date and an end date.')
  expect(fault('2026-11-16', '')).toBe('Choose a start date and an end date.')
  expect(fault('2026-11-16', '2026-11-15')).toBe('The end date must not be before the start date.')
  expect(fault('2026-11-16', '2026-11-17')).toBe('The end date must not be in the future.')
})
