import {
  userDraftOf,
  haveLocationsChanged,
  isTouched,
  newUserBody,
  notificationUserBody,
  userProblems,
  updateUserBody,
} from './user-draft.ts'
import { newUser, notificationUserInput, updateUser } from '#contract/people/people'
import { notificationOnly, person } from '#web/data/people/person.testing.ts'
import { describe, expect, test } from 'vitest'

const admin = { roleHierarchy: 2, siteId: 1 }
const filled = {
  ...userDraftOf(null, admin),
  firstName: 'Bea',
  email: 'bea@demo.test',
  roleId: '4',
  siteId: 2,
}

test('starts a new person without a group, or in an Assistant Admin’s own, with Central time', () => {
  expect(userDraftOf(null, admin)).toMatchObject({ siteId: null, timeZone: 'CST', roleId: '' })
  expect(userDraftOf(null, { roleHierarchy: 3, siteId: 7 })).toMatchObject({ siteId: 7 })
})

describe('required fields', () => {
  test('for a full user', () => {
    expect(Object.keys(userProblems({ ...userDraftOf(null, admin), timeZone: '' }))).toEqual([
      'FirstName',
      'Email',
      'TimeZone',
      'RoleId',
      'SiteId',
    ])
    expect(userProblems(filled)).toEqual({})
  })

  test('for a notification-only person, without an email address', () => {
    expect(userProblems({ ...filled, email: ' ', roleId: '-1' })).toEqual({})
    expect(userProblems({ ...filled, email: ' ' })).toEqual({ Email: ['is required'] })
  })
})

describe('the request body', () => {
  test('matches the contract', () => {
    expect(newUser.safeParse(newUserBody(filled)).success).toBe(true)
    expect(notificationUserInput.safeParse(notificationUserBody(filled)).success).toBe(true)
    expect(updateUser.body.safeParse(updateUserBody(filled, person(), 1)).success).toBe(true)
  })

  test('has null for an empty email address and phone number', () => {
    expect(notificationUserBody({ ...filled, email: ' ', phoneNumber: ' ' })).toMatchObject({
      email: null,
      phoneNumber: null,
    })
  })

  test('keeps the user name equal to the email address if it was', () => {
    const draft = { ...filled, email: 'new@demo.test' }
    expect(updateUserBody(draft, person(), 1).userName).toBe('new@demo.test')
    expect(updateUserBody(draft, person({ userName: 'alex' }), 1).userName).toBe('alex')
    expect(updateUserBody(draft, person({ email: null, userName: 'alex' }), 1).userName).toBe('alex')
  })
})

test('treats locations in another order as the same', () => {
  const alex = person({ orgLocations: [1, 2], ...notificationOnly })
  const draft = userDraftOf(alex, admin)
  expect(haveLocationsChanged({ ...draft, locations: [2, 1] }, alex)).toBe(false)
  expect(haveLocationsChanged({ ...draft, locations: [2] }, alex)).toBe(true)
  expect(isTouched({ ...draft, locations: [2, 1] }, draft)).toBe(false)
  expect(isTouched({ ...draft, lastName: 'Po' }, draft)).toBe(true)
})
