import { keptWords } from './kept-words.ts'
import { expect, test } from 'vitest'

const kept = [{ channel: 'email', state: 'kept' }] as const

test('only whoever runs the house is told the setting; others are told whom to ask', () => {
  expect(keptWords(kept, 'SuperAdmin')?.text).toContain('SMTP_URL')
  const told = keptWords(kept, 'Admin')
  expect(told?.title).toBe('No mail server is set: messages are stored here and not delivered')
  expect(told?.text).toBe('Ask your Skywarden operator to set one up.')
})

test('a text message that stays names its own setting', () => {
  expect(keptWords([{ channel: 'sms', state: 'kept' }], 'SuperAdmin')?.text).toContain('SMS_ACCOUNT')
})

test('there is nothing to say of messages that left, or wait to', () => {
  expect(keptWords([{ channel: 'email', state: 'sent' }], 'SuperAdmin')).toBeNull()
  expect(keptWords([{ channel: 'email', state: 'waiting' }], 'SuperAdmin')).toBeNull()
})
