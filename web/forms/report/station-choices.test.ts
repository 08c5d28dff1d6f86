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

test('offers the station a report was opened from before the others load', () => {
  const opened = { id: 1, hardwareId: 'P-1', locationName: 'Pool' }
  expect([...stationsById(undefined, opened).keys()]).toEqual(['P-1'])
  expect([...stationsById(undefined, null).keys()]).toEqual([])
  const all = stationsById([field, pool], opened)
  expect(all.size).toBe(2)
  expect(all.get('P-1')?.timeZone).toBe('America/Chicago')
})

test('distinguishes stations with the same name', () => {
  expect(stationChoices([pool, field, { ...pool, hardwareId: 'P-2' }]).map(({ label }) => label)).toEqual([
    'Pool (P-1)',
    'Field',
    'Pool (P-2)',
  ])
})

test('uses the station’s today, and the latest of several', () => {
  const lateEvening = Date.parse('2026-07-05T04:30:00Z')
  expect(todayAt([pool], 'UTC', lateEvening)).toBe(dayNumber('2026-07-04'))
  expect(todayAt([pool, field], 'UTC', lateEvening)).toBe(dayNumber('2026-07-05'))
  expect(todayAt([{ ...pool, timeZone: null }], 'America/Denver', lateEvening)).toBe(dayNumber('2026-07-04'))
})

test('notes a range that starts before any data', () => {
  expect(historyNote([pool], null)).toBeNull()
  expect(historyNote([pool], '2026-07-04')).toBeNull()
  expect(historyNote([pool], '2026-07-03')).toBe(
    'Pool has data since Jul 4, 2026. Earlier rows will be empty.',
  )
  expect(historyNote([pool, field], '2026-07-03')).toMatch(/^2 stations have no data/)
})
