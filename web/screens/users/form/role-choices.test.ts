import { mayChooseGroup, roleChoices, roleDescription } from './role-choices.ts'
import { expect, test } from 'vitest'

const open = (hierarchy: number) =>
  roleChoices(hierarchy)
    .filter(choice => !choice.disabled)
    .map(choice => choice.label)

test('nobody is made a Super Admin; everything else is listed, Notification Only last', () => {
  expect(roleChoices(1).map(choice => choice.label)).toEqual([
    'Admin',
    'Assistant Admin',
    'Customer',
    'Notification Only',
  ])
})

test('roles at or above the own one cannot be chosen', () => {
  expect(open(1)).toEqual(['Admin', 'Assistant Admin', 'Customer', 'Notification Only'])
  expect(open(2)).toEqual(['Assistant Admin', 'Customer', 'Notification Only'])
  expect(open(3)).toEqual(['Customer', 'Notification Only'])
})

test('every role that can be chosen is described', () => {
  for (const { value } of roleChoices(1)) expect(roleDescription(value)).toMatch(/\.$/)
  expect(roleDescription('')).toBeUndefined()
})

test('an Assistant Admin cannot choose the group', () => {
  expect([1, 2, 3].map(mayChooseGroup)).toEqual([true, true, false])
})
