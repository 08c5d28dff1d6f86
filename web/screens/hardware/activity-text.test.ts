import { kindWords, outcomeOf } from './activity-text.ts'
import { phases, refusals } from '#domain/hardware/command'
import { expect, test } from 'vitest'

test('labels a test as a test', () => {
  expect(kindWords({ kind: 'warn', isTest: true })).toBe('Test: Warning')
  expect(kindWords({ kind: 'warn', isTest: false })).toBe('Warning')
  expect(kindWords({ kind: 'stop test', isTest: true })).toBe('Stop test')
})

test('shows only acknowledged commands as successful', () => {
  const good = (['waiting', ...phases, 'unconfirmed'] as const).filter(
    state => outcomeOf({ state, refusal: null }).tone === 'good',
  )
  expect(good).toEqual(['started', 'finished'])
})

test('shows why a unit refused, whatever the reason', () => {
  expect(outcomeOf({ state: 'refused', refusal: 'busy with a real warning' }).text).toBe(
    'Refused: a real warning was active',
  )
  for (const refusal of refusals) expect(outcomeOf({ state: 'refused', refusal }).text).toMatch(/^Refused: ./)
})
