import type { MapFrame } from './frames.ts'
import { sliderScale } from './slider-scale.ts'
import { expect, test } from 'vitest'

const nowMs = Date.UTC(2026, 10, 15, 21, 2)
const hour = Date.UTC(2026, 10, 15, 21)
const frames = (
  count: number,
  fromMinutes: number,
  stepMinutes: number,
  origin: MapFrame['origin'],
): MapFrame[] =>
  Array.from({ length: count }, (_, index) => ({
    address: '',
    timeMs: hour + (fromMinutes + index * stepMinutes) * 60_000,
    origin,
  }))
const scale = (of: readonly MapFrame[]) => sliderScale(of, nowMs, 'America/Chicago')

test('ends the past at its latest frame, with a tick per frame and hour marks', () => {
  const past = scale(frames(25, -120, 5, 'observed'))
  expect(past).toMatchObject({ oldest: '1:00 PM', newest: '3:00 PM', nowAt: 100 })
  expect(past?.ticks).toHaveLength(25)
  expect(past?.ticks.filter(({ isHour }) => isHour).map(({ at }) => at)).toEqual([0, 48, 96])
})

test('starts the forecast at the mark, with the date on its last day', () => {
  expect(scale(frames(28, 180, 180, 'model'))).toMatchObject({
    oldest: '6:00 PM',
    newest: 'Thu, Nov 19, 3:00 AM',
    nowAt: 0,
  })
})

test('marks only the hours if there are too many frames', () => {
  expect(scale(frames(72, 5, 5, 'nowcast'))?.ticks).toHaveLength(6)
})

test('has no scale without frames', () => {
  expect(scale([])).toBeNull()
})
