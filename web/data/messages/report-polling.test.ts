import { pollReportsEveryMs } from './report-polling.ts'
import { expect, test } from 'vitest'

test('polls every two seconds while a report is waiting or being built, otherwise every minute', () => {
  const every = (...states: ('Waiting' | 'Building' | 'Ready' | 'Failed')[]) =>
    pollReportsEveryMs(states.map(state => ({ state })))
  expect([every('Ready', 'Waiting'), every('Building')]).toEqual([2000, 2000])
  expect([every(), every('Ready', 'Failed'), pollReportsEveryMs(undefined)]).toEqual([60_000, 60_000, 60_000])
})
