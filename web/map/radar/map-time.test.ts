import type { MapFrame } from './frames.ts'
import { mapTimeOf } from './map-time.ts'
import { expect, test } from 'vitest'

const nowMs = Date.UTC(2026, 10, 15, 21)
const frame = (minutes: number, origin: MapFrame['origin'] = 'observed'): MapFrame => ({
  address: '',
  timeMs: nowMs + minutes * 60_000,
  origin,
})

test('treats the newest observed frame as now, also if radar has gone silent', () => {
  const frames = [frame(-60), frame(-55), frame(-50)]
  expect(mapTimeOf(frame(-50), frames)).toEqual({ kind: 'now' })
  expect(mapTimeOf(null, [])).toEqual({ kind: 'now' })
})

test('moves the map to an earlier frame’s time', () => {
  expect(mapTimeOf(frame(-55), [frame(-55), frame(-50)])).toEqual({ kind: 'past', atMs: frame(-55).timeMs })
})

test('treats a forecast frame as the future', () => {
  const frames = [frame(5, 'nowcast'), frame(60, 'model')]
  expect(mapTimeOf(frames[0] ?? null, frames).kind).toBe('future')
  expect(mapTimeOf(frames[1] ?? null, frames).kind).toBe('future')
})
