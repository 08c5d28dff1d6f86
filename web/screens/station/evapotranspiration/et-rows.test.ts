import { etAxis, etDays, etTotal } from './et-rows.ts'
import { dayNumber } from '#domain/conditions/local-day'
import { expect, test } from 'vitest'

const first = dayNumber('2026-11-10') ?? 0
const reading = (date: string, value: number) => ({ date, value, timeZone: 'America/Chicago' })

test('keeps the place of a day without enough data, and mentions it in the total', () => {
  const days = etDays([reading('2026-11-10', 0.123), reading('2026-11-12', 0.204)], first, first + 2)
  expect(days.map(({ tick, value }) => [tick, value])).toEqual([
    ['Nov 10', 0.123],
    ['Nov 11', null],
    ['Nov 12', 0.204],
  ])
  expect(etTotal(days)).toBe('0.33 in, 1 day without enough data')
  expect(etTotal(days.slice(0, 1))).toBe('0.12 in')
})

test('runs the axis from zero to 0.1 above the highest', () => {
  const axis = etAxis(etDays([reading('2026-11-10', 0.204)], first, first))
  expect(axis.least).toBe(0)
  expect(axis.most).toBeCloseTo(0.304)
  expect(axis.ticks).toEqual([0, 0.1, 0.2, 0.3])
})
