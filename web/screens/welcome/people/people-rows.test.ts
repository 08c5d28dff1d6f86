import {
  fullUserBody,
  isBlank,
  isToldOnly,
  newRow,
  personRowProblems,
  notificationOnlyBody,
} from './people-rows.ts'
import { newUser, notificationUserInput } from '#contract/people/people'
import { expect, test } from 'vitest'

const shared = { siteId: 3, timeZone: 'CST' }
const crew = { ...newRow(1), firstName: 'Field Crew', email: ' crew@demo.test ' }

test('ignores an empty row', () => {
  expect(isBlank(newRow(1))).toBe(true)
  expect(isBlank({ ...newRow(1), lastName: ' ' })).toBe(true)
  expect(isBlank(crew)).toBe(false)
})

test('requires a name and a reachable address', () => {
  expect(personRowProblems(newRow(1))).toEqual({ FirstName: ['is required'], Email: ['is required'] })
  expect(personRowProblems(crew)).toEqual({})
})

test('makes people notification-only by default, and sends what the server accepts for both levels', () => {
  expect(isToldOnly(crew)).toBe(true)
  expect(notificationUserInput.parse(notificationOnlyBody(crew, shared))).toMatchObject({
    email: 'crew@demo.test',
  })
  const coach = { ...crew, roleId: '4' }
  expect(isToldOnly(coach)).toBe(false)
  expect(newUser.parse(fullUserBody(coach, shared))).toMatchObject({ roleId: '4', siteId: 3 })
})
