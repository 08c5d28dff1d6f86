import { automationWords, overrideWords, relayFailure, relayWords } from './relay-text.ts'
import type { UnitRelay } from '#contract/devices/hardware'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
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

test('shows whether something switches a relay automatically', () => {
  expect(automationWords(relay)).toBe('Automation Active')
  expect(automationWords({ remoteRelayTrigger: null })).toBe('No Automation Set')
})

test('never shows an unreachable relay’s last state as current', () => {
  expect(relayWords(relay)).toBe('On')
  expect(relayWords({ ...relay, isOverridden: true, toggled: false })).toBe('Off, set by hand')
  expect(relayWords({ ...relay, isOnline: false })).toBe('Cannot be reached; last reported on')
  expect(relayWords({ ...relay, isOnline: false, toggled: null })).toBe(
    'Cannot be reached; it has never reported',
  )
  expect(relayWords({ ...relay, toggled: null })).toBe('Has not reported yet')
})

test('shows how long an override lasts', () => {
  expect(overrideWords(relay, false)).toBe(
    'Gate lights will be switched off by hand. It will stay that way until its automation next changes it.',
  )
  expect(overrideWords({ ...relay, remoteRelayTrigger: null }, true)).toContain('until someone switches it')
})

test('shows a failed toggle in the specification’s text, with the reason', () => {
  expect(relayFailure(new RequestRefused(502, 'The unit did not respond.', {}))).toEqual({
    title: 'Failed to toggle relay, please try again.',
    text: 'The unit did not respond.',
  })
  expect(relayFailure(new Unreachable('x')).title).toBe('An unexpected error occurred.')
})
