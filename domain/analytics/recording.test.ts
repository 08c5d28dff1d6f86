import { afterActivity, beginRecording, isRecording, type Recording } from './recording.ts'
import { expect, test } from 'vitest'

const second = 1000
const minute = 60 * second

/** The state of a recording that started at 0, after activity at these times. */
function after(...activeMs: readonly number[]): Recording {
  return activeMs.reduce(afterActivity, beginRecording(0))
}

test.each([
  ['as it begins', after(), 0, true],
  ['a moment before it has been idle for a minute', after(), minute - 1, true],
  ['idle for a minute', after(), minute, false],
  ['something was done meanwhile', after(50 * second), 109 * second, true],
  ['idle again after that', after(50 * second), 110 * second, false],
  ['something is done again', after(10 * minute), 10 * minute, true],
])('a recording ends after a minute of nothing and goes on with the next activity: %s', (_, of, at, is) => {
  expect(isRecording(of, at)).toBe(is)
})

const everyHalfMinute = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / (30 * second) }, (_, step) => fromMs + step * 30 * second)

test('is at most fifteen minutes long, regardless of activity', () => {
  const busy = after(...everyHalfMinute(0, 20 * minute))
  const atFourteen = after(...everyHalfMinute(0, 14 * minute))
  expect(isRecording(atFourteen, 14 * minute)).toBe(true)
  expect(isRecording(busy, 20 * minute - second)).toBe(false)
})

test('excludes pauses, and its parts add up', () => {
  const parts = [...everyHalfMinute(0, 7 * minute), ...everyHalfMinute(60 * minute, 66 * minute)]
  expect(isRecording(after(...parts), 66 * minute)).toBe(true)
  const more = [...parts, ...everyHalfMinute(66 * minute, 69 * minute)]
  expect(isRecording(after(...more), 69 * minute - second)).toBe(false)
  expect(isRecording(after(...more, 120 * minute), 120 * minute)).toBe(false)
})
