import { historyNote, stationChoices, stationsById, todayAt } from './station-choices.ts'
import { dayNumber } from '#domain/conditions/local-day'
import { expect, test } from 'vitest'

const pool = {
  id: 1,
  hardwareId: 'P-1',
  locationName: 'Pool',
  timeZone: 'America/Chicago',
  historySince: '2026-07-04',
}
const field = { ...pool, id: 2, hardwareId: 'F-1', locationName: 'Field', timeZone: 'America/New_York' }

test('the station that a report is begun from is there before the others are', () => {
  const opened = { id: 1, hardwareId: 'P-1', locationName: 'Pool' }
  expect([...stationsById(undefined, opened).keys()]).toEqual(['P-1'])
  expect([...stationsById(undefined, null).keys()]).toEqual([])
  const all = stationsById([field, pool], opened)
  expect(all.size).toBe(2)
  expect(all.get('P-1')?.timeZone).toBe('America/Chicago')
})

test('stations of one name are told apart', () => {
  expect(stationChoices([pool, field, { ...pool, hardwareId: 'P-2' }]).map(({ label }) => label)).toEqual([
    'Pool (P-1)',
    'Field',
    'Pool (P-2)',
  ])
})

test('today is that of the station, and of several the latest', () => {
  const lateEvening = Date.parse('2026-07-05T04:30:00Z')
  expect(todayAt([pool], 'UTC', lateEvening)).toBe(dayNumber('2026-07-04'))
  expect(todayAt([pool, field], 'UTC', lateEvening)).toBe(dayNumber('2026-07-05'))
  expect(todayAt([{ ...pool, timeZone: null }], 'America/Denver', lateEvening)).toBe(dayNumber('2026-07-04'))
})

test('a range that begins before anything is known says so', () => {
  expect(historyNote([pool], null)).toBeNull()
  expect(historyNote([pool], '2026-07-04')).toBeNull()
  expect(historyNote([pool], '2026-07-03')).toBe(
    'Pool has data since Jul 4, 2026. Earlier rows will be empty.',
  )
  expect(historyNote([pool, field], '2026-07-03')).toMatch(/^2 stations have no data/)
})
