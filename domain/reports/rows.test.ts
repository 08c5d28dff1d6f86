import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aheadOfUtcMs, dayNumber } from '#domain/conditions/local-day'
import { partsFor, reportRows, type ReportRow } from './rows.ts'
import type { ReportInterval } from './report.ts'
import { reportDay, type TimeFilter } from './time-filter.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const chicago = 'America/Chicago'
const day = (name: string) => dayNumber(name) as number
const rowsOf = (filter: TimeFilter, zone: string, minutes: ReportInterval, beforeMs = Infinity) => [
  ...reportRows(filter, zone, minutes, beforeMs),
]
const lengthMs = ({ spans }: ReportRow) =>
  spans.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
const hours = (row: ReportRow | undefined) => (row ? lengthMs(row) / 3_600_000 : NaN)
const startOf = (row: ReportRow | undefined) => row && new Date(row.startMs).toISOString()

const zones = [chicago, 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC', 'America/St_Johns']
const minute = fc.integer({ min: 0, max: 95 }).map(quarter => quarter * 15)
const filters = fc.record({
  from: fc.integer({ min: day('2026-02-20'), max: day('2026-11-10') }),
  length: fc.integer({ min: 0, max: 9 }),
  window: fc.option(fc.record({ fromMinute: minute, untilMinute: minute })),
  daysOfWeek: fc.subarray(everyDay, { minLength: 1 }),
})

it('covers every quarter hour that the filter includes once, and no other', () => {
  fc.assert(
    fc.property(
      filters,
      fc.constantFrom(...zones),
      fc.constantFrom<ReportInterval>(15, 30, 60, 1440),
      ({ length, ...rest }, zone, minutes) => {
        const filter = { ...rest, to: rest.from + length }
        const reported: number[] = []
        for (const row of rowsOf(filter, zone, minutes)) {
          expect(row.startMs).toBe(row.spans[0]?.fromMs)
          expect(row.aheadMs).toBe(aheadOfUtcMs(zone, row.startMs))
          if (minutes < 1440) expect(lengthMs(row)).toBeLessThanOrEqual(minutes * 60_000)
          for (const { fromMs, untilMs } of row.spans)
            for (let timeMs = fromMs; timeMs < untilMs; timeMs += 900_000) reported.push(timeMs)
        }
        const expected: number[] = []
        const endMs = (filter.to + 3) * 86_400_000
        for (let timeMs = (filter.from - 2) * 86_400_000; timeMs < endMs; timeMs += 900_000) {
          const localMs = timeMs + aheadOfUtcMs(zone, timeMs)
          const localDay = Math.floor(localMs / 86_400_000)
          if (reportDay(filter, localDay, (localMs - localDay * 86_400_000) / 60_000) !== null)
            expected.push(timeMs)
        }
        expect(reported).toEqual(expected)
      },
    ),
    { numRuns: 30 },
  )
})

it('has no hour longer than an hour if clocks change by half an hour', () => {
  const filter = { from: day('2026-10-04'), to: day('2026-10-04'), window: null, daysOfWeek: everyDay }
  const spring = rowsOf(filter, 'Australia/Lord_Howe', 60)
  expect(spring.map(hours)).toEqual([1, 1, 0.5, ...Array.from({ length: 21 }, () => 1)])
  const back = { ...filter, from: day('2026-04-05'), to: day('2026-04-05') }
  const autumn = rowsOf(back, 'Australia/Lord_Howe', 60)
  expect(autumn.map(hours)).toEqual([1, 1, 0.5, ...Array.from({ length: 22 }, () => 1)])
})

it('has days of 23 and 25 hours, and repeated hours, if clocks change', () => {
  const spring = { from: day('2026-03-07'), to: day('2026-03-09'), window: null, daysOfWeek: everyDay }
  expect(rowsOf(spring, chicago, 1440).map(hours)).toEqual([24, 23, 24])
  const fall = { from: day('2026-11-01'), to: day('2026-11-01'), window: null, daysOfWeek: everyDay }
  const rows = rowsOf(fall, chicago, 60)
  expect(rows.length).toBe(25)
  const atOne = rows.filter(row => new Date(row.startMs + row.aheadMs).getUTCHours() === 1)
  expect(atOne.map(startOf)).toEqual(['2026-11-01T06:00:00.000Z', '2026-11-01T07:00:00.000Z'])
})

it('assigns a night shift’s hours after midnight to the day on which it starts', () => {
  const window = { fromMinute: 22 * 60, untilMinute: 6 * 60 }
  // 2026-07-03 is a Friday.
  const filter = { from: day('2026-07-03'), to: day('2026-07-10'), window, daysOfWeek: [5] }
  const rows = rowsOf(filter, chicago, 1440)
  expect(rows.map(startOf)).toEqual(['2026-07-04T03:00:00.000Z', '2026-07-11T03:00:00.000Z'])
  expect(rows.map(hours)).toEqual([8, 8])
})

it('includes a window twice, in two pieces, if clocks go back over it', () => {
  const window = { fromMinute: 90, untilMinute: 120 }
  const filter = { from: day('2026-11-01'), to: day('2026-11-01'), window, daysOfWeek: everyDay }
  expect(rowsOf(filter, chicago, 1440).map(row => row.spans.length)).toEqual([2])
})

it('starts hours by the zone’s clocks if its offset is half an hour', () => {
  const filter = { from: day('2026-07-03'), to: day('2026-07-03'), window: null, daysOfWeek: everyDay }
  const rows = rowsOf(filter, 'Asia/Kolkata', 60)
  expect(rows.length).toBe(24)
  expect(startOf(rows[0])).toBe('2026-07-02T18:30:00.000Z')
  expect(partsFor(filter, 'Asia/Kolkata', 60)).toBe('quarters')
})

it('excludes what has not started', () => {
  const filter = { from: day('2026-07-03'), to: day('2026-07-04'), window: null, daysOfWeek: everyDay }
  const rows = rowsOf(filter, chicago, 60, Date.parse('2026-07-04T14:30:00Z'))
  expect(startOf(rows.at(-1))).toBe('2026-07-04T14:00:00.000Z')
})

it('uses the longest parts that match its rows exactly', () => {
  const base = { from: day('2026-07-03'), to: day('2026-07-04'), daysOfWeek: everyDay }
  const onTheHour = { ...base, window: { fromMinute: 420, untilMinute: 960 } }
  const offTheHour = { ...base, window: { fromMinute: 435, untilMinute: 960 } }
  const whole = { ...base, window: null }
  expect(partsFor(whole, chicago, 1440)).toBe('days')
  expect(partsFor(onTheHour, chicago, 1440)).toBe('hours')
  expect(partsFor(offTheHour, chicago, 1440)).toBe('quarters')
  expect(partsFor(whole, chicago, 60)).toBe('hours')
  expect(partsFor(offTheHour, chicago, 60)).toBe('quarters')
  expect(partsFor(whole, chicago, 30)).toBe('quarters')
})
