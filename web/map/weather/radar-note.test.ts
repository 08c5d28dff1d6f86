import { radarNote } from './radar-note.ts'
import type { MapFrame } from '#web/map/radar/frames.ts'
import { expect, test } from 'vitest'

const nowMs = Date.UTC(2026, 10, 15, 20, 58)
const frame = (minutes: number, origin: MapFrame['origin'] = 'observed'): MapFrame => ({
  address: '',
  timeMs: nowMs + minutes * 60_000,
  origin,
})
const past = [frame(-113), frame(-58), frame(-3)]
const note = (shown: MapFrame, frames: readonly MapFrame[], hasFailed = false) =>
  radarNote({ frame: shown, frames, hasFailed }, nowMs, 'America/Chicago')

test('shows the time of radar on its latest frame', () => {
  expect(note(frame(-3), past)).toEqual({ text: 'as of 2:55 PM CST', isWorry: false })
})

test('shows an earlier frame’s own time, not the latest’s', () => {
  expect(note(frame(-113), past)).toEqual({ text: 'of 1:05 PM CST', isWorry: false })
})

test('shows the time a forecast is for', () => {
  expect(note(frame(62, 'model'), [frame(62, 'model')])).toEqual({ text: 'for 4:00 PM CST', isWorry: false })
})

test('warns on every frame about radar that is stale or cannot be refreshed', () => {
  const old = [frame(-100), frame(-40)]
  expect(note(frame(-40), old)).toEqual({ text: 'as of 2:18 PM CST, old', isWorry: true })
  expect(note(frame(-100), old)).toEqual({ text: 'latest is from 2:18 PM CST, old', isWorry: true })
  expect(note(frame(-113), past, true)).toEqual({
    text: 'latest is from 2:55 PM CST, could not be refreshed',
    isWorry: true,
  })
})
