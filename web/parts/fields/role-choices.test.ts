import { mayChooseGroup, roleChoices, roleDescription } from './role-choices.ts'
import type { Member } from '#domain/access/people'
import type { RoleName } from '#domain/access/roles'
import { expect, test } from 'vitest'

const actor = (role: RoleName): Member => ({ role, customerId: 1, groupId: 1 })
const open = (role: RoleName) =>
  roleChoices(actor(role))
    .filter(choice => !choice.disabled)
    .map(choice => choice.label)

test('lists every role except Super Admin, with Notification Only last', () => {
  expect(roleChoices(actor('SuperAdmin')).map(choice => choice.label)).toEqual([
    'Admin',
    'Assistant Admin',
    'Customer',
    'Notification Only',
  ])
})

test('disables roles at or above the actor’s own', () => {
  expect(open('SuperAdmin')).toEqual(['Admin', 'Assistant Admin', 'Customer', 'Notification Only'])
  expect(open('Admin')).toEqual(['Assistant Admin', 'Customer', 'Notification Only'])
  expect(open('AssistantAdmin')).toEqual(['Customer', 'Notification Only'])
})

test('describes every role that can be chosen', () => {
  for (const { value } of roleChoices(actor('SuperAdmin'))) expect(roleDescription(value)).toMatch(/\.$/)
  expect(roleDescription('')).toBeUndefined()
})

test('does not let an Assistant Admin choose the group', () => {
  expect([1, 2, 3].map(mayChooseGroup)).toEqual([true, true, false])
})
