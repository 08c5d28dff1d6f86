import { expect, it } from 'vitest'
import { isTooClose, notAdmitted, type ReadingAdmission } from './admit.ts'

const nowMs = Date.UTC(2026, 6, 4, 12)
const ago = (seconds: number): ReadingAdmission => ({
  timeMs: nowMs - seconds * 1000,
  nowMs,
  known: 'no',
  isCloseToAnother: false,
})

it.each([
  ['a new reading', ago(1), null],
  ['a new one from last week, which was late', ago(7 * 86_400), null],
  ['one too many', { ...ago(1), isCloseToAnother: true }, 'too soon after another'],
  ['the same again', { ...ago(1), known: 'the same', isCloseToAnother: true }, null],
  ['the same again from last week', { ...ago(7 * 86_400), known: 'the same' }, null],
  ['a correction', { ...ago(60), known: 'other values' }, null],
  ['a correction after just a day', { ...ago(86_400), known: 'other values' }, null],
  [
    'a correction after more than a day',
    { ...ago(86_401), known: 'other values' },
    'corrects what is older than a day',
  ],
] as const)('%s', (_, admission, because) => expect(notAdmitted(admission)).toBe(because))

it.each([
  [0, 0, false],
  [0, 8_999, true],
  [8_999, 0, true],
  [0, 9_000, false],
])('%d ms and %d ms are too close: %s', (one, other, isClose) => expect(isTooClose(one, other)).toBe(isClose))
