import { automationWords, overrideWords, relayFailure, relayWords } from './relay-words.ts'
import type { UnitRelay } from '#contract/hardware'
import { Refused, Unreachable } from '#web/data/failures.ts'
import { expect, test } from 'vitest'

const relay: UnitRelay = {
  id: 1,
  name: 'Gate lights',
  remoteRelayTrigger: { policyTypeId: 3 },
  ipAddress: '10.0.0.8',
  isOnline: true,
  toggled: true,
  isOverridden: false,
}

test('a relay says whether something switches it by itself', () => {
  expect(automationWords(relay)).toBe('Automation Active')
  expect(automationWords({ remoteRelayTrigger: null })).toBe('No Automation Set')
})

test('a relay that cannot be reached never passes for one that stands so now', () => {
  expect(relayWords(relay)).toBe('On')
  expect(relayWords({ ...relay, isOverridden: true, toggled: false })).toBe('Off, set by hand')
  expect(relayWords({ ...relay, isOnline: false })).toBe('Cannot be reached; last reported on')
  expect(relayWords({ ...relay, isOnline: false, toggled: null })).toBe(
    'Cannot be reached; it has never reported',
  )
  expect(relayWords({ ...relay, toggled: null })).toBe('Has not reported yet')
})

test('an override says for how long it holds', () => {
  expect(overrideWords(relay, false)).toBe(
    'Gate lights will be switched off by hand. It stays that way until its automation next changes it.',
  )
  expect(overrideWords({ ...relay, remoteRelayTrigger: null }, true)).toContain('until someone switches it')
})

test('a toggle that failed is told in the words of the specification, with why', () => {
  expect(relayFailure(new Refused(502, 'The unit did not answer.', {}))).toEqual({
    title: 'Failed to toggle relay, please try again.',
    text: 'The unit did not answer.',
  })
  expect(relayFailure(new Unreachable('x')).title).toBe('An unexpected error occurred.')
})
