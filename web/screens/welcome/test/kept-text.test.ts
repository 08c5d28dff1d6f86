import { keptWords } from './kept-text.ts'
import { expect, test } from 'vitest'

const kept = [{ channel: 'email', state: 'kept' }] as const

test('names the setting only to the people who run the server, and a contact to others', () => {
  expect(keptWords(kept, 'SuperAdmin')?.text).toContain('SMTP_URL')
  const notified = keptWords(kept, 'Admin')
  expect(notified?.title).toBe('No mail server is set up: messages are stored here and not delivered')
  expect(notified?.text).toBe('Ask your Skywarden operator to set one up.')
})

test('names the right setting for a stored text message', () => {
  expect(keptWords([{ channel: 'sms', state: 'kept' }], 'SuperAdmin')?.text).toContain('SMS_ACCOUNT')
})

test('is null for messages that were sent or are pending', () => {
  expect(keptWords([{ channel: 'email', state: 'sent' }], 'SuperAdmin')).toBeNull()
  expect(keptWords([{ channel: 'email', state: 'waiting' }], 'SuperAdmin')).toBeNull()
})
