import { emptyMassMessageDraft } from './draft.ts'
import { createSendKeys } from './send-key.ts'
import { expect, test } from 'vitest'

const numbered = () => {
  let made = 0
  return createSendKeys(() => `key ${++made}`)
}
const draft = { ...emptyMassMessageDraft, recipients: ['1'], message: 'The pool is closed' }

test('uses the same key for the same message, however often it is sent', () => {
  const keys = numbered()
  expect(keys.keyFor(draft)).toBe('key 1')
  expect(keys.keyFor({ ...draft })).toBe('key 1')
})

test('uses another key for a changed message', () => {
  const keys = numbered()
  expect(keys.keyFor(draft)).toBe('key 1')
  expect(keys.keyFor({ ...draft, message: 'The pool is open' })).toBe('key 2')
})

test('uses another key for the same text after it was sent', () => {
  const keys = numbered()
  keys.keyFor(draft)
  keys.forget()
  expect(keys.keyFor(draft)).toBe('key 2')
})
