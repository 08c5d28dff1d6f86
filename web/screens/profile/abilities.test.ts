import { personAbilities } from './abilities.ts'
import { permissions } from '#domain/access/permissions'
import { expect, test } from 'vitest'

test('lists no ability that is not built yet', () => {
  const { granted } = personAbilities({ role: 'SuperAdmin', permissions: [...permissions] })
  expect(granted.join()).not.toMatch(/GPS|location cards/)
})

test('lists an organization’s grants only for roles that may use them', () => {
  const grants = ['massnotify.access', 'broadcast.view.access', 'integrations.sso.access'] as const
  expect(personAbilities({ role: 'Customer', permissions: grants }).granted).toEqual([
    'Open the broadcast view',
  ])
  expect(personAbilities({ role: 'Admin', permissions: grants }).granted).toEqual([
    'Notify many people at once',
    'Open the broadcast view',
    'Set up single sign-on',
  ])
})

test('lets an Assistant Admin see policies but not manage them', () => {
  expect(personAbilities({ role: 'AssistantAdmin', permissions: [] }).byRole).toEqual([
    'Manage users and hardware of your user group',
    'See the policies of your user group',
  ])
})

test('does not list viewing integrations for a person who may change them', () => {
  const both = ['write:integrations', 'read:integrations'] as const
  expect(personAbilities({ role: 'Admin', permissions: both }).granted).toEqual(['Change integrations'])
})
