import { abilitiesOf } from './abilities.ts'
import { permissions } from '#domain/access/permissions'
import { expect, test } from 'vitest'

test('what is not built yet is promised to nobody', () => {
  const { granted } = abilitiesOf({ role: 'SuperAdmin', permissions: [...permissions] })
  expect(granted.join()).not.toMatch(/GPS|location cards/)
})

test('what an organization was granted is promised only to those whose role may use it', () => {
  const grants = ['massnotify.access', 'broadcast.view.access', 'integrations.sso.access'] as const
  expect(abilitiesOf({ role: 'Customer', permissions: grants }).granted).toEqual(['Open the broadcast view'])
  expect(abilitiesOf({ role: 'Admin', permissions: grants }).granted).toEqual([
    'Notify many people at once',
    'Open the broadcast view',
    'Set up single sign-on',
  ])
})

test('an Assistant Admin sees policies, and does not manage them', () => {
  expect(abilitiesOf({ role: 'AssistantAdmin', permissions: [] }).byRole).toEqual([
    'Manage users and hardware of your user group',
    'See the policies of your user group',
  ])
})

test('whoever may change integrations is not told that they may see them', () => {
  const both = ['write:integrations', 'read:integrations'] as const
  expect(abilitiesOf({ role: 'Admin', permissions: both }).granted).toEqual(['Change integrations'])
})
