import {
  nearestWords,
  settledSnapshots,
  snapshotReadout,
  snapshotTable,
  snapshotStrikes,
} from './snapshots.ts'
import type { ConditionSnapshot } from '#contract/devices/stations'
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

test('never shows a quarter without lightning coverage as one without strikes', () => {
  expect([snapshotStrikes(snapshot(0)), nearestWords(snapshot(0))]).toEqual(['0', 'None within 30 mi'])
  expect([snapshotStrikes(snapshot(0, unwatched)), nearestWords(snapshot(0, unwatched))]).toEqual([
    'Not monitored',
    'Not monitored',
  ])
})

test('counts a detected strike even if part of the quarter was not covered', () => {
  expect(nearestWords(snapshot(0, { ...unwatched, nearestStrikeMiles: 4.25 }))).toBe('4.3 mi')
})

function inAll(...rows: ConditionSnapshot[]) {
  const { when, cells } = snapshotReadout(rows, null, 'temperature', zone)
  return [when, ...cells.map(({ value }) => value)]
}

test('shows in a total how long there was no coverage', () => {
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

test('has every metric in the table, and a dash for missing readings', () => {
  expect(snapshotTable([snapshot(0)], zone).rows).toEqual([
    ['Mon, Nov 16, 12:00 PM', '70.3', '71.0', '—', '0', 'None within 30 mi'],
  ])
})

test.each([
  ['0', '0'],
  ['0-', '0'],
  ['-0--', '-0'],
  ['0---', '0---'], // no coverage, as the table shows
  ['--', '--'],
])('shows quarters %s, where a dash is one without coverage, as %s', (notified, shown) => {
  const rows = notified.split('').map((mark, index) => snapshot(index * 15, mark === '-' ? unwatched : {}))
  expect(settledSnapshots(rows)).toHaveLength(shown.length)
})
