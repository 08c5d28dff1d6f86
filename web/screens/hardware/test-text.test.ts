import {
  testFailureToast,
  longestTestSeconds,
  outcomeToast,
  runningWords,
  soundWords,
  testOf,
} from './test-text.ts'
import type { Siren, UnitResult } from '#contract/devices/sirens'
import { RequestRefused } from '#web/data/requests/failures.ts'
import { expect, test } from 'vitest'

const done = (id: number): UnitResult => ({ id, name: `Siren ${id}`, status: 1, because: null })
const undone = (id: number): UnitResult => ({
  ...done(id),
  status: 0,
  because: 'The unit did not respond.',
})

test('describes a test in the specification’s text, for one unit and for many', () => {
  expect(outcomeToast('delay', [done(1)]).header).toBe('Successfully tested Delay for selected unit.')
  expect(outcomeToast('light', [done(1), done(2)]).header).toBe(
    'Successfully tested light for selected units.',
  )
  expect(outcomeToast('off', [done(1)]).header).toBe('Successfully turned off tests for selected unit.')
})

test('does not report success if one of two sirens did not start, and names it', () => {
  expect(outcomeToast('all clear', [done(1), undone(2)])).toEqual({
    variant: 'error',
    header: 'Unable to test All Clear for selected units.',
    text: 'Siren 2: The unit did not respond.',
  })
})

test('shows the server’s text for a refusal during a real delay', () => {
  const refused = new RequestRefused(
    409,
    'North Field is in a real lightning delay and cannot be tested.',
    {},
  )
  expect(testFailureToast('delay', 1, refused)).toEqual({
    variant: 'error',
    header: 'Unable to test Delay for selected unit.',
    text: 'North Field is in a real lightning delay and cannot be tested.',
  })
  expect(testFailureToast('off', 2, refused).header).toBe('Unable to turn off tests for selected units.')
})

test('runs a bulk test as long as its longest siren', () => {
  const siren = { duration: 15, frequency: 1, allClearDuration: 5, allClearFrequency: 3 } as Siren
  const longer = { ...siren, frequency: 3 }
  expect(longestTestSeconds('delay', [siren, longer])).toBe(55)
  expect(longestTestSeconds('all clear', [siren, longer])).toBe(25)
  expect(longestTestSeconds('light', [siren, longer])).toBe(3)
})

test('takes a running test from the unit’s report, and never a real warning', () => {
  expect(testOf({ doing: 'warning', isTest: true, isTestLit: false })).toBe('delay')
  expect(testOf({ doing: 'warning', isTest: false, isTestLit: false })).toBeNull()
  expect(testOf({ doing: 'nothing', isTest: false, isTestLit: false })).toBeNull()
  // The light of a test that was not stopped stays on, even while someone speaks over the unit.
  expect(testOf({ doing: 'light', isTest: true, isTestLit: true })).toBe('light')
  expect(testOf({ doing: 'speaking', isTest: false, isTestLit: true })).toBe('light')
  expect(testOf({ doing: 'speaking', isTest: true, isTestLit: false })).toBe('delay')
  expect(runningWords('all clear')).toBe('Running Test of All Clear...')
})

test('asks for confirmation before a test that sounds, but not before a light', () => {
  expect(soundWords('delay', 'North Field')).toMatch(/^North Field will sound its warning signal now/)
  expect(soundWords('all clear', 'North Field')).toMatch(/^North Field will sound its all clear signal now/)
  expect(soundWords('light', 'North Field')).toBeNull()
})
