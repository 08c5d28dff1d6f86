import { expect, test } from 'vitest'
import { estimatedSeconds, senderKind, smsParts } from './mass-message.ts'

test.each([
  ['MG0123456789abcdef0123456789abcdef', 'messaging service'],
  ['54321', 'short code'],
  ['+18005550100', 'toll-free'],
  ['+14055550100', 'long code'],
])('%s is a %s', (from, kind) => expect(senderKind(from)).toBe(kind))

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(500), 4],
  ['⚡'.repeat(70), 1],
  ['⚡'.repeat(71), 2],
])('networks cut a text into parts', (text, parts) => expect(smsParts(text)).toBe(parts))

test('the slower channel determines when everyone has it', () => {
  const message = 'The pool is closed'
  expect(estimatedSeconds({ texts: 600, emails: 600, message, sender: 'long code' })).toBe(600)
  expect(estimatedSeconds({ texts: 600, emails: 6000, message, sender: 'short code' })).toBe(30)
  expect(estimatedSeconds({ texts: 600, emails: 600, message, sender: null })).toBe(3)
})
