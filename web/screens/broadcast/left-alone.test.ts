import { driftAt, isWallReloadDue, panelState } from './left-alone.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('hides the panel automatically only in full screen and without activity', () => {
  expect(panelState({ isFolded: false, isFull: true, isStill: true })).toBe('away')
  expect(panelState({ isFolded: true, isFull: true, isStill: true })).toBe('away')
  expect(panelState({ isFolded: false, isFull: false, isStill: true })).toBe('open')
  expect(panelState({ isFolded: false, isFull: true, isStill: false })).toBe('open')
})

test('restores the previous panel on activity: a folded one stays folded', () => {
  expect(panelState({ isFolded: true, isFull: true, isStill: false })).toBe('folded')
  expect(panelState({ isFolded: true, isFull: false, isStill: true })).toBe('folded')
})

test('reloads the page for its map at most every five minutes, whatever the clock does', () => {
  const minuteMs = 60_000
  expect(isWallReloadDue(0, 1e12)).toBe(true)
  expect(isWallReloadDue(1e12, 1e12 + 4 * minuteMs)).toBe(false)
  expect(isWallReloadDue(1e12, 1e12 + 5 * minuteMs)).toBe(true)
  expect(isWallReloadDue(1e12, 1e12 - minuteMs)).toBe(true)
})

test('shifts static content every few minutes, by a few pixels at most', () => {
  const minuteMs = 60_000
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), nowMs => {
      const [now, later] = [driftAt(nowMs), driftAt(nowMs + 4 * minuteMs)]
      expect(later).not.toEqual(now)
      for (const { x, y } of [now, later]) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(5)
    }),
  )
})
