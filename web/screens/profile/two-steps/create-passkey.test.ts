import { whyNotCreated } from './create-passkey.ts'
import { expect, it } from 'vitest'

it.each([
  ['NotAllowedError', 'canceled, or it took too long'],
  ['InvalidStateError', 'already has a passkey'],
  ['SecurityError', 'at this address'],
  ['NotSupportedError', 'screen lock'],
  ['UnknownError', 'could not create'],
])('says what to do after %s', (name, words) => {
  expect(whyNotCreated(new DOMException('The browser’s own words', name))).toContain(words)
})

it('does not explain errors from the server', () => {
  expect(whyNotCreated(new Error('Refused'))).toBeNull()
})
