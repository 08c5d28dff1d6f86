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
  test('are listed in the order of their hierarchy, with unique numbers', () => {
    expect(roles.map(role => role.hierarchy)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(roles.map(role => role.id)).size).toBe(roles.length)
  })

  test('are found by exact name and ID', () => {
    expect(roleNamed('AssistantAdmin')).toMatchObject({ id: '3', displayName: 'Assistant Admin' })
    expect(roleWithId('-1')).toMatchObject({ name: 'NotificationOnly' })
    expect(roleNamed('assistantadmin')).toBeUndefined()
    expect(roleWithId('9')).toBeUndefined()
  })

  test('the three admin roles are the three highest', () => {
    expect(adminRoles).toEqual(roleNames.slice(0, 3))
  })

  test('shows an unknown role with hierarchy 4 and gives it the rights of the lowest role (DESIGN section 8)', () => {
    expect(shownHierarchy('Wizard')).toBe(4)
    expect(effectiveRole('Wizard')).toBe('NotificationOnly')
    expect(effectiveRole('Admin')).toBe('Admin')
  })

  test('Notification Only cannot sign in; everyone else can', () => {
    expect(roleNames.filter(maySignIn)).toEqual(['SuperAdmin', 'Admin', 'AssistantAdmin', 'Customer'])
  })
})
