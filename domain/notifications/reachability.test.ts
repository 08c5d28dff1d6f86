import { describe, expect, test } from 'vitest'
import { becameOf, cannotBeReached, notSentBecause, type Providers, type Reached } from './reachability.ts'

const all: Providers = { sms: true, email: true }
const none: Providers = { sms: false, email: false }
const mailOnly: Providers = { sms: false, email: true }

const person: Reached = {
  isActive: true,
  declines: false,
  canSignIn: false,
  email: 'a@example.test',
  emailNotifications: true,
  isUnsubscribed: false,
  phoneNumber: '405 555 0100',
  smsNotifications: true,
  pushDevices: 0,
}
const onlyEmail = { smsNotifications: false, phoneNumber: null }
const onlyText = { emailNotifications: false, email: null }

describe('people who cannot be reached', () => {
  test.each<[rule: string, Partial<Reached>, Providers, because: string | null]>([
    ['nobody who has a channel', {}, all, null],
    ['nobody in a demo, where everything is kept', {}, none, null],
    ['an account that is not active', { isActive: false }, all, 'The account is not active'],
    ['who has turned notifications off', { declines: true }, none, 'Notifications are turned off'],
    [
      'who unsubscribed from their last channel',
      { ...onlyEmail, isUnsubscribed: true },
      none,
      'Unsubscribed from email; no phone number',
    ],
    [
      'who has every channel off',
      { emailNotifications: false, smsNotifications: false },
      all,
      'Email is turned off; text messages are turned off',
    ],
    [
      'whose number nobody can dial',
      { ...onlyText, phoneNumber: '555-0100' },
      all,
      'No email address; the phone number cannot be dialed',
    ],
    ['not: who unsubscribed and gets text messages', { isUnsubscribed: true }, all, null],
    ['a text-message number without a provider', onlyText, mailOnly, 'No text-message provider is set up'],
    ['not: who gets email besides', {}, mailOnly, null],
    [
      'not: a full user who only has push',
      { canSignIn: true, emailNotifications: false, smsNotifications: false, pushDevices: 1 },
      none,
      null,
    ],
    [
      'a full user without a browser',
      { ...onlyEmail, canSignIn: true, emailNotifications: false },
      all,
      'Email is turned off; no phone number; no browser receives push messages',
    ],
  ])('%s', (_, change, providers, because) => {
    expect(cannotBeReached({ ...person, ...change }, providers)).toBe(because)
  })
})

test('states why a message is not sent', () => {
  expect(notSentBecause('sms', mailOnly)).toBe('Not sent: no text-message provider is set up')
  expect(notSentBecause('email', { sms: true, email: false })).toBe('Not sent: no email provider is set up')
  expect(notSentBecause('email', none)).toBe('Kept in the outbox: no provider is set up')
  expect(notSentBecause('push', none)).toBeNull()
})

test('a person whose messages all failed was not notified', () => {
  expect(becameOf(false, [])).toBe('not told')
  expect(becameOf(true, [])).toBe('told')
  expect(becameOf(true, ['kept', 'waiting'])).toBe('told')
  expect(becameOf(true, ['kept', 'kept'])).toBe('kept')
  expect(becameOf(true, ['kept', 'failed'])).toBe('undelivered')
})
