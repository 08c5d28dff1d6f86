import { lookEveryMs } from './report-polling.ts'
import { expect, test } from 'vitest'

test('reports are looked at every two seconds while one waits or is being built, else every minute', () => {
  const every = (...states: ('Waiting' | 'Building' | 'Ready' | 'Failed')[]) =>
    lookEveryMs(states.map(state => ({ state })))
  expect([every('Ready', 'Waiting'), every('Building')]).toEqual([2000, 2000])
  expect([every(), every('Ready', 'Failed'), lookEveryMs(undefined)]).toEqual([60_000, 60_000, 60_000])
})
