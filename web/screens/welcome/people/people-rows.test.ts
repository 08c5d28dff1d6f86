import { fullUserBody, isBlank, isToldOnly, newRow, problemsOf, toldOnlyBody } from './people-rows.ts'
import { newUser, notificationUserInput } from '#contract/people'
import { expect, test } from 'vitest'

const shared = { siteId: 3, timeZone: 'CST' }
const crew = { ...newRow(1), firstName: 'Field Crew', email: ' crew@demo.test ' }

test('a row that nobody has typed into is nobody', () => {
  expect(isBlank(newRow(1))).toBe(true)
  expect(isBlank({ ...newRow(1), lastName: ' ' })).toBe(true)
  expect(isBlank(crew)).toBe(false)
})

test('a person needs a name, and an address that messages reach them by', () => {
  expect(problemsOf(newRow(1))).toEqual({ FirstName: ['is required'], Email: ['is required'] })
  expect(problemsOf(crew)).toEqual({})
})

test('people are only told unless another level is chosen, and both are what the server takes', () => {
  expect(isToldOnly(crew)).toBe(true)
  expect(notificationUserInput.parse(toldOnlyBody(crew, shared))).toMatchObject({ email: 'crew@demo.test' })
  const coach = { ...crew, roleId: '4' }
  expect(isToldOnly(coach)).toBe(false)
  expect(newUser.parse(fullUserBody(coach, shared))).toMatchObject({ roleId: '4', siteId: 3 })
})
