import { knownHalfHour } from './half-hour.ts'
import { provenBy } from './proven.ts'
import { expect, test } from 'vitest'

const minuteMs = 60_000
const nowMs = Date.UTC(2026, 10, 15, 21)
const ago = (minutes: number) => nowMs - minutes * minuteMs
const proven = (...spans: readonly (readonly [from: number, to: number])[]) =>
  provenBy([{ spans: spans.map(([from, to]) => [ago(from), ago(to)] as const), staleAfterMs: 20_000 }])
const known = (told: ReturnType<typeof proven>, at = 0) => knownHalfHour(told, ago(at), nowMs)

test('the present is known through the end of coverage, which is still moving on', () => {
  expect(known(proven([90, 0.1]))).toEqual({ throughMs: ago(0.1), isReporting: true, isComplete: true })
})

test('a source that has fallen silent is known through its last word, and no further', () => {
  expect(known(proven([90, 4]))).toEqual({ throughMs: ago(4), isReporting: false, isComplete: false })
})

test('a source that began a moment ago does not know the half hour', () => {
  expect(known(proven([10, 0.1]))).toEqual({ throughMs: ago(0.1), isReporting: true, isComplete: false })
})

test('of the past all is known that was covered, whatever happened since', () => {
  expect(known(proven([120, 40]), 60)).toMatchObject({ throughMs: ago(60), isComplete: true })
  expect(known(proven([120, 62]), 60)).toMatchObject({ throughMs: ago(62), isComplete: false })
  expect(known(proven([120, 75], [70, 0.1]), 60)).toMatchObject({ throughMs: ago(60), isComplete: false })
})

test('before anything was told, nothing is known', () => {
  expect(known(proven([30, 0.1]), 60)).toEqual({ throughMs: null, isReporting: false, isComplete: false })
  expect(known([])).toEqual({ throughMs: null, isReporting: false, isComplete: false })
})
