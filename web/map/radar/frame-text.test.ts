import { frameWords, isLeftBehind } from './frame-text.ts'
import type { MapFrame } from './frames.ts'
import { expect, test } from 'vitest'

const nowMs = Date.UTC(2026, 10, 15, 21, 14)
const frame = (minutesAgo: number, origin: MapFrame['origin'] = 'observed'): MapFrame => ({
  address: '',
  timeMs: nowMs - minutesAgo * 60_000,
  origin,
})
const words = (of: MapFrame) => Object.values(frameWords(of, nowMs, 'America/Chicago')).join(' · ')

test('shows a frame’s time in the viewer’s zone, its origin, and its age', () => {
  expect(words(frame(4))).toBe('3:10 PM CST · Observed · 4 minutes ago')
  expect(words(frame(-25, 'nowcast'))).toBe('3:39 PM CST · Nowcast · in 25 minutes')
  expect(words(frame(-120, 'model'))).toBe('5:14 PM CST · Model · in 2 hours')
})

test('shows the date if it is not today, and counts days from 36 hours on', () => {
  expect(words(frame(-9 * 60, 'model'))).toBe('Mon, Nov 16, 12:14 AM CST · Model · in 9 hours')
  expect(words(frame(-35 * 60, 'model'))).toBe('Tue, Nov 17, 2:14 AM CST · Model · in 35 hours')
  expect(words(frame(-36 * 60, 'model'))).toBe('Tue, Nov 17, 3:14 AM CST · Model · in 2 days')
  expect(words(frame(-72 * 60, 'model'))).toBe('Wed, Nov 18, 3:14 PM CST · Model · in 3 days')
})

test('treats a radar as stale if its newest observation is over 20 minutes old', () => {
  expect(isLeftBehind([frame(60), frame(19)], nowMs)).toBe(false)
  expect(isLeftBehind([frame(60), frame(21), frame(-5, 'nowcast')], nowMs)).toBe(true)
  expect(isLeftBehind([frame(-5, 'model')], nowMs)).toBe(false)
  expect(isLeftBehind([frame(21, 'nowcast'), frame(-40, 'model')], nowMs)).toBe(true)
  expect(isLeftBehind([frame(16)], nowMs, 15 * 60_000)).toBe(true)
})
