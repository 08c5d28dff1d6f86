import { zoneMiles, toggleRing, zoneRows } from './zone-rows.ts'
import { noLocks, type Radii } from '#domain/lightning/ring-rules'
import { expect, test } from 'vitest'

const rows = (radii: Radii, locks = noLocks, withFourth = true) => zoneRows(radii, locks, withFourth)

test('has no checkbox for the first zone, and shows the fourth only if allowed', () => {
  expect(rows([10, 0, 0, 0]).map(({ zone, toggle }) => [zone, toggle])).toEqual([
    [1, 'none'],
    [2, 'free'],
    [3, 'free'],
    [4, 'free'],
  ])
  expect(rows([10, 20, 30, 0], noLocks, false).map(({ zone }) => zone)).toEqual([1, 2, 3])
})

test('gives sliders their soft ranges, extended to a saved value beyond them', () => {
  expect(rows([10, 20, 30, 40]).map(({ least, most }) => [least, most])).toEqual([
    [2, 47],
    [4, 48],
    [6, 49],
    [8, 50],
  ])
  expect(rows([1, 2, 50, 0]).map(({ least, most }) => [least, most])).toEqual([
    [1, 47],
    [2, 48],
    [6, 50],
    [8, 50],
  ])
})

test('locks a policy’s zone and the checkboxes of the zones within it', () => {
  const locked = rows([10, 20, 25, 0], { zones: { 3: 25 }, allClearMinutes: 30 })
  expect(locked.map(({ isLocked }) => isLocked)).toEqual([false, false, true, false])
  expect(locked.map(({ toggle }) => toggle)).toEqual(['none', 'held', 'held', 'free'])
})

test('disables a zone that has no room', () => {
  expect(rows([10, 50, 0, 0], { zones: { 2: 50 } })[2]?.toggle).toBe('held')
})

test('starts a zone a mile outside the previous one, and removes the outer zones with it', () => {
  expect(toggleRing([10, 20, 0, 0], 3, true, noLocks)).toEqual([10, 20, 21, 0])
  expect(toggleRing([10, 20, 30, 40], 2, false, noLocks)).toEqual([10, 0, 0, 0])
  expect(toggleRing([10, 20, 30, 40], 3, false, noLocks)).toEqual([10, 20, 0, 0])
})

test('shows miles to a tenth if there is one', () => {
  expect([8, 7.3, 6.25].map(zoneMiles)).toEqual(['8 mi', '7.3 mi', '6.3 mi'])
})
