import { daysShown, hoursShown, rainWords } from './history-rows.ts'
import { dayNumber } from '#domain/conditions/local-day'
import { expect, test } from 'vitest'

const now = Date.parse('2026-11-16T18:20:00Z')

const hour = (date: string, rain: number | null) => ({
  date,
  avgAmbientTemperature: 61.2,
  maxWindSpeed: 8,
  maxWindGust: 14,
  maxRain1Hr: rain,
  rainIsCorrected: true,
})

test('shows 24 hours up to now in the station’s zone, and keeps a missing hour’s place', () => {
  const rows = hoursShown(
    [hour('2026-11-16T16:00:00Z', 0), hour('2026-11-16T18:00:00Z', 0.1)],
    now,
    'America/Chicago',
  )
  expect(rows).toHaveLength(24)
  expect(rows.at(-1)).toMatchObject({
    label: 'Mon, Nov 16, 12 PM',
    tick: '12 PM',
    temperature: 61.2,
    rain: 0.1,
  })
  expect(rows.at(-2)).toMatchObject({ label: 'Mon, Nov 16, 11 AM', temperature: null, rain: null })
  expect(rows.at(-3)).toMatchObject({ tick: '10 AM', rain: 0 })
})

test('names an hour by its start in zones offset by half an hour', () => {
  const rows = hoursShown([hour('2026-11-16T18:00:00Z', 0.1)], now, 'Asia/Kolkata')
  expect(rows.at(-1)).toMatchObject({ label: 'Mon, Nov 16, 11:30 PM', tick: '11:30 PM', rain: 0.1 })
})

const day = (date: string, rain: number | null, rainIsCorrected = true) => ({
  date,
  minAmbientTemperature: 40,
  avgAmbientTemperature: 50,
  maxAmbientTemperature: 60,
  maxWindSpeed: 8,
  maxWindGust: 14,
  rainTotal: rain,
  rainIsCorrected,
})

const days = (...rows: ReturnType<typeof day>[]) =>
  daysShown(rows, dayNumber('2026-11-10') ?? 0, dayNumber('2026-11-12') ?? 0)

test('shows every day in a range, even without a row', () => {
  const rows = days(day('2026-11-10', 0.5), day('2026-11-12', 0))
  expect(rows.map(({ label, high }) => [label, high])).toEqual([
    ['Tue, Nov 10', 60],
    ['Wed, Nov 11', null],
    ['Thu, Nov 12', 60],
  ])
})

test.each([
  [
    days(day('2026-11-10', 0.5), day('2026-11-11', 0.25), day('2026-11-12', 0)),
    'Total 0.75 in, radar-corrected',
  ],
  [
    days(day('2026-11-10', 0.5), day('2026-11-11', 0, false)),
    'Total 0.50 in, partly radar-corrected, 1 day not measured',
  ],
  [days(day('2026-11-10', 0, false)), 'Total 0.00 in, 2 days not measured'],
  [days(day('2026-11-10', null)), 'Not measured'],
])('shows how the total was measured and what is missing: case %#', (rows, words) => {
  expect(rainWords(rows, 'day')).toBe(words)
})
