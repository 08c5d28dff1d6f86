import { daysShown, hoursShown } from './history-rows.ts'
import { historyReadout, historyTable } from './history-text.ts'
import { dayNumber } from '#domain/conditions/local-day'
import { expect, test } from 'vitest'

const from = dayNumber('2026-11-10') ?? 0
const rows = daysShown(
  [
    {
      date: '2026-11-10',
      minAmbientTemperature: 40.2,
      avgAmbientTemperature: 50.26,
      maxAmbientTemperature: 61.7,
      maxWindSpeed: 8.2,
      maxWindGust: 14.4,
      rainTotal: 0.25,
      rainIsCorrected: true,
    },
  ],
  from,
  from + 1,
)
const values = (picked: number | null) => {
  const { when, cells } = historyReadout(rows, picked === null ? null : (rows[picked] ?? null), 'day')
  return [when, ...cells.map(({ value }) => value)]
}

test('reads out one day with all its values, and a dash for missing ones', () => {
  expect(values(0)).toEqual(['Tue, Nov 10', '40, 50, 62 °F', '8 mph', '14 mph', '0.25 in (radar)'])
  expect(values(1)).toEqual(['Wed, Nov 11', '—, —, —', '—', '—', '—'])
})

test('summarizes everything shown if no day is selected', () => {
  expect(values(null)).toEqual(['Tue, Nov 10 – Wed, Nov 11', '40 to 62 °F', '8 mph', '14 mph', '0.25 in'])
})

test('has the same rows in the table, and marks radar-corrected rain', () => {
  const { columns, rows: cells } = historyTable(rows, 'day')
  expect(columns).toHaveLength(7)
  expect(cells).toEqual([
    ['Tue, Nov 10', '40.2', '50.3', '61.7', '8.2', '14.4', '0.25 (radar)'],
    ['Wed, Nov 11', '—', '—', '—', '—', '—', '—'],
  ])
  expect(historyTable(hoursShown([], 0, 'UTC'), 'hour').columns).toHaveLength(5)
})
