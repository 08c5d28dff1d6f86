import { layerNote } from './layer-note.ts'
import { expect, test } from 'vitest'

const asOfMs = Date.UTC(2026, 10, 15, 21, 10)
const minute = 60_000
const note = (given: { asOfMs: number | null; hasFailed: boolean }, minutesLater: number) =>
  layerNote({ ...given, oldAfterMs: 15 * minute }, asOfMs + minutesLater * minute, 'America/Chicago')

test.each([
  ['fresh', { asOfMs, hasFailed: false }, 15, 'as of 3:10 PM CST', false],
  ['old', { asOfMs, hasFailed: false }, 16, 'as of 3:10 PM CST, old', true],
  ['cut off', { asOfMs, hasFailed: true }, 1, 'as of 3:10 PM CST, could not be refreshed', true],
  ['not yet there', { asOfMs: null, hasFailed: false }, 0, 'loading…', false],
  ['not to be had', { asOfMs: null, hasFailed: true }, 0, 'not available', true],
  ['of the day before', { asOfMs, hasFailed: false }, 10 * 60, 'as of Sun, Nov 15, 3:10 PM CST, old', true],
])('notes a layer that is %s', (_, given, minutesLater, text, isWorry) => {
  expect(note(given, minutesLater)).toEqual({ text, isWorry })
})
