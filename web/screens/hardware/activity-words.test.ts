import { kindWords, outcomeOf } from './activity-words.ts'
import { phases, refusals } from '#domain/hardware/command'
import { expect, test } from 'vitest'

test('a test is called one', () => {
  expect(kindWords({ kind: 'warn', isTest: true })).toBe('Test: Warning')
  expect(kindWords({ kind: 'warn', isTest: false })).toBe('Warning')
  expect(kindWords({ kind: 'stop test', isTest: true })).toBe('Stop test')
})

test('only what a unit has acknowledged looks good', () => {
  const good = (['waiting', ...phases, 'unconfirmed'] as const).filter(
    state => outcomeOf({ state, refusal: null }).tone === 'good',
  )
  expect(good).toEqual(['started', 'finished'])
})

test('a refusal says why, whatever the reason is', () => {
  expect(outcomeOf({ state: 'refused', refusal: 'busy with a real warning' }).text).toBe(
    'Refused: a real warning was on',
  )
  for (const refusal of refusals) expect(outcomeOf({ state: 'refused', refusal }).text).toMatch(/^Refused: ./)
})
