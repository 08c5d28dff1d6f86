import { emptyDraft } from './draft.ts'
import { createSendKeys } from './send-key.ts'
import { expect, test } from 'vitest'

const numbered = () => {
  let made = 0
  return createSendKeys(() => `key ${++made}`)
}
const draft = { ...emptyDraft, recipients: ['1'], message: 'The pool is closed' }

test('the same message is sent under the same key, however often it is tried', () => {
  const keys = numbered()
  expect(keys.keyFor(draft)).toBe('key 1')
  expect(keys.keyFor({ ...draft })).toBe('key 1')
})

test('a message that was changed is another one', () => {
  const keys = numbered()
  expect(keys.keyFor(draft)).toBe('key 1')
  expect(keys.keyFor({ ...draft, message: 'The pool is open' })).toBe('key 2')
})

test('the same words again, after they have gone out, are another message', () => {
  const keys = numbered()
  keys.keyFor(draft)
  keys.forget()
  expect(keys.keyFor(draft)).toBe('key 2')
})
