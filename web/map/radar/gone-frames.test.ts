import type { MapFrame } from './frames.ts'
import { goneFrames } from './gone-frames.ts'
import { expect, test } from 'vitest'

const nowMs = Date.UTC(2026, 10, 15, 21)
const frame = (minutes: number, origin: MapFrame['origin'] = 'observed'): MapFrame => ({
  address: '',
  timeMs: nowMs + minutes * 60_000,
  origin,
})

test('does not request a frame that the server has dropped by now', () => {
  expect(goneFrames([frame(-127), frame(-122), frame(-117), frame(-2)], nowMs)).toBe(2)
  expect(goneFrames([frame(-120), frame(0)], nowMs)).toBe(0)
})

test('does not request a forecast for a time that has passed', () => {
  expect(goneFrames([frame(-1, 'nowcast'), frame(4, 'nowcast'), frame(60, 'model')], nowMs)).toBe(1)
})

test('keeps what there is if nothing else is left', () => {
  expect(goneFrames([frame(-130), frame(-125)], nowMs)).toBe(0)
  expect(goneFrames([], nowMs)).toBe(0)
})
