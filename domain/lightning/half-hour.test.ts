import { knownHalfHour } from './half-hour.ts'
import { provenBy } from './proven.ts'
import { expect, test } from 'vitest'

const minuteMs = 60_000
const nowMs = Date.UTC(2026, 10, 15, 21)
const ago = (minutes: number) => nowMs - minutes * minuteMs
const proven = (...spans: readonly (readonly [from: number, to: number])[]) =>
  provenBy([{ spans: spans.map(([from, to]) => [ago(from), ago(to)] as const), staleAfterMs: 20_000 }])
const known = (reported: ReturnType<typeof proven>, at = 0) => knownHalfHour(reported, ago(at), nowMs)

test('knows the present through the end of coverage, which is still advancing', () => {
  expect(known(proven([90, 0.1]))).toEqual({ throughMs: ago(0.1), isReporting: true, isComplete: true })
})

test('knows a silent source through its last report and no further', () => {
  expect(known(proven([90, 4]))).toEqual({ throughMs: ago(4), isReporting: false, isComplete: false })
})

test('does not know the half hour if the source started a moment ago', () => {
  expect(known(proven([10, 0.1]))).toEqual({ throughMs: ago(0.1), isReporting: true, isComplete: false })
})

test('knows all covered parts of the past, whatever happened since', () => {
  expect(known(proven([120, 40]), 60)).toMatchObject({ throughMs: ago(60), isComplete: true })
  expect(known(proven([120, 62]), 60)).toMatchObject({ throughMs: ago(62), isComplete: false })
  expect(known(proven([120, 75], [70, 0.1]), 60)).toMatchObject({ throughMs: ago(60), isComplete: false })
})

test('knows nothing before the first report', () => {
  expect(known(proven([30, 0.1]), 60)).toEqual({ throughMs: null, isReporting: false, isComplete: false })
  expect(known([])).toEqual({ throughMs: null, isReporting: false, isComplete: false })
})
