import { nearestWords, settledSnapshots, snapshotReadout, snapshotTable, strikesWords } from './snapshots.ts'
import type { ConditionSnapshot } from '#contract/stations'
import { expect, test } from 'vitest'

const zone = 'America/Chicago'

const snapshot = (minute: number, more: Partial<ConditionSnapshot> = {}): ConditionSnapshot => ({
  date: new Date(Date.UTC(2026, 10, 16, 18, minute)).toISOString(),
  avgAmbientTemperature: 70.26,
  avgFeelsLike: 71,
  maxWetBulbGlobalTemp: null,
  avgRelativeHumidity: 50,
  maxWindSpeed: 5,
  maxWindGust: 9,
  rain: 0,
  strikesWithin10Miles: 0,
  nearestStrikeMiles: null,
  ...more,
})

const unwatched = { strikesWithin10Miles: null }

test('a quarter in which nobody watched the lightning is never shown as one without strikes', () => {
  expect([strikesWords(snapshot(0)), nearestWords(snapshot(0))]).toEqual(['0', 'None within 30 mi'])
  expect([strikesWords(snapshot(0, unwatched)), nearestWords(snapshot(0, unwatched))]).toEqual([
    'Not monitored',
    'Not monitored',
  ])
})

test('a strike that was seen counts, also where not all of the quarter was watched', () => {
  expect(nearestWords(snapshot(0, { ...unwatched, nearestStrikeMiles: 4.25 }))).toBe('4.3 mi')
})

function inAll(...rows: ConditionSnapshot[]) {
  const { when, cells } = snapshotReadout(rows, null, 'temperature', zone)
  return [when, ...cells.map(({ value }) => value)]
}

test('a total says for how long nobody watched', () => {
  const struck = snapshot(15, { strikesWithin10Miles: 12, nearestStrikeMiles: 3.1 })
  expect(inAll(snapshot(0), struck)).toEqual([
    'Mon, Nov 16, 12:00 PM – Mon, Nov 16, 12:15 PM',
    '70 to 70 °F',
    '12',
    '3.1 mi',
  ])
  expect(inAll(struck, snapshot(30, unwatched))[2]).toBe('12, 15 min not monitored')
  expect(inAll(snapshot(0), snapshot(30, unwatched)).slice(2)).toEqual([
    '0, 15 min not monitored',
    'None seen',
  ])
  expect(inAll(snapshot(0, unwatched)).slice(2)).toEqual(['Not monitored', 'Not monitored'])
})

test('the table has every metric, and a dash for what was not measured', () => {
  expect(snapshotTable([snapshot(0)], zone).rows).toEqual([
    ['Mon, Nov 16, 12:00 PM', '70.3', '71.0', '—', '0', 'None within 30 mi'],
  ])
})

test.each([
  ['0', '0'],
  ['0-', '0'],
  ['-0--', '-0'],
  ['0---', '0---'], // nobody watches: that is said
  ['--', '--'],
])('quarters %s, where a dash is one that nobody watched, are shown as %s', (told, shown) => {
  const rows = told.split('').map((mark, index) => snapshot(index * 15, mark === '-' ? unwatched : {}))
  expect(settledSnapshots(rows)).toHaveLength(shown.length)
})
