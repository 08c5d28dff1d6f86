import { demotionQuestion, userErrorsLeft, userErrorUnder, userSaveFailure, wayOf } from './way-of-saving.ts'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { notificationOnly, person } from '#web/data/people/person.testing.ts'
import { describe, expect, test } from 'vitest'

const full = person()
const notified = person(notificationOnly)

test.each([
  [null, '4', 'add'],
  [null, '-1', 'add-notified'],
  [full, '3', 'update'],
  [full, '-1', 'demote'],
  [notified, '-1', 'update-notified'],
  [notified, '4', 'promote'],
] as const)('case %# is saved as %3$s', (who, roleId, way) => expect(wayOf(who, { roleId })).toBe(way))

test('asks the demotion question verbatim', () => {
  expect(demotionQuestion(full)).toBe(
    'Are you sure you want to transition Alex Poe from a Customer to a Notification Only user? Doing so will result in the removal of all of their custom saved locations and settings.',
  )
})

describe('the server’s error for a field', () => {
  const errors = { UserName: ['is taken'], PhoneNumber: ['must be a phone number'], ServerErrors: ['No.'] }

  test('appears below it; the user name is the email address', () => {
    expect(userErrorUnder(errors, 'email')).toBe('Email is taken')
    expect(userErrorUnder(errors, 'phoneNumber')).toBe('Phone must be a phone number')
    expect(userErrorUnder({ UserName: ['UserName x is taken.'] }, 'email')).toBe('Email x is taken.')
    expect(userErrorUnder(errors, 'siteId')).toBeUndefined()
  })

  test('disappears when the field changes', () => {
    expect(Object.keys(userErrorsLeft(errors, { email: 'b@demo.test' }))).toEqual([
      'PhoneNumber',
      'ServerErrors',
    ])
  })
})

describe('a failure', () => {
  const reported = new RequestRefused(400, 'Please check what you entered.', {
    ServerErrors: ['UserName is taken.'],
  })

  test.each([
    ['add', { header: 'Email is taken.' }],
    ['promote', { header: 'Email is taken.' }],
    ['update', { header: 'Error updating user', text: 'Email is taken.' }],
    ['update-notified', { header: 'Error updating notification user.', text: 'Email is taken.' }],
  ] as const)('to %s shows the server’s own text', (way, toast) => {
    expect(userSaveFailure(reported, way)).toEqual(toast)
  })

  test('points to the marked fields', () => {
    expect(userSaveFailure(new RequestRefused(400, '', { FirstName: ['is required'] }), 'add')).toEqual({
      header: 'Error adding user',
      text: 'Check the fields that are marked.',
    })
  })

  test('mentions a missing response', () => {
    expect(userSaveFailure(new Unreachable('x'), 'promote')).toEqual({
      header: 'Unable to promote notification user.',
      text: 'The server did not respond. Check your connection and try again.',
    })
  })
})
