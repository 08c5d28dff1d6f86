import { describe, expect, test } from 'vitest'
import {
  adminRoles,
  effectiveRole,
  maySignIn,
  roleNamed,
  roleNames,
  roleWithId,
  roles,
  shownHierarchy,
} from './roles.ts'

/** Document 2 sections 3 and 6. */
describe('roles', () => {
  test('stand in the order of their hierarchy, each number once', () => {
    expect(roles.map(role => role.hierarchy)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(roles.map(role => role.id)).size).toBe(roles.length)
  })

  test('are found by name and by id, to the letter', () => {
    expect(roleNamed('AssistantAdmin')).toMatchObject({ id: '3', displayName: 'Assistant Admin' })
    expect(roleWithId('-1')).toMatchObject({ name: 'NotificationOnly' })
    expect(roleNamed('assistantadmin')).toBeUndefined()
    expect(roleWithId('9')).toBeUndefined()
  })

  test('the three admin roles are the three highest', () => {
    expect(adminRoles).toEqual(roleNames.slice(0, 3))
  })

  test('an unknown role is shown with hierarchy 4 and allowed as least (DESIGN section 8)', () => {
    expect(shownHierarchy('Wizard')).toBe(4)
    expect(effectiveRole('Wizard')).toBe('NotificationOnly')
    expect(effectiveRole('Admin')).toBe('Admin')
  })

  test('Notification Only cannot sign in; everyone else can', () => {
    expect(roleNames.filter(maySignIn)).toEqual(['SuperAdmin', 'Admin', 'AssistantAdmin', 'Customer'])
  })
})
