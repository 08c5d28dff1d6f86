import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideAccess, may, type AccessRule, type Holder } from './may.ts'
import { permissions } from './permissions.ts'
import { roleNames } from './roles.ts'

const admin: Holder = { role: 'Admin', permissions: [] }
const customer: Holder = { role: 'Customer', permissions: [] }
const pa = 'pa.full_access'
const met = 'met.support'

/**
 * Document 2 section 6: access requires one of the allowed roles (if given) and at least one of the permissions (if
 * given).
 */
describe('the check rule used throughout', () => {
  test.each<[clause: string, Holder, AccessRule, because: 'role' | 'permission' | undefined]>([
    ['no list asks for nothing', customer, {}, undefined],
    ['role is among the allowed', admin, { roles: ['SuperAdmin', 'Admin'] }, undefined],
    ['role is not among the allowed', customer, { roles: ['SuperAdmin', 'Admin'] }, 'role'],
    ['a list of roles that is empty admits nobody', admin, { roles: [] }, 'role'],
    [
      'holds the permission, whatever the role',
      { ...customer, permissions: [pa] },
      { permissions: [pa] },
      undefined,
    ],
    ['lacks the permission', admin, { permissions: [pa] }, 'permission'],
    [
      'one of several permissions is enough',
      { ...admin, permissions: [met] },
      { permissions: [pa, met] },
      undefined,
    ],
    ['a list of permissions that is empty admits nobody', admin, { permissions: [] }, 'permission'],
    ['both: has both', { ...admin, permissions: [met] }, { roles: ['Admin'], permissions: [met] }, undefined],
    [
      'both: the role is wrong',
      { ...customer, permissions: [met] },
      { roles: ['Admin'], permissions: [met] },
      'role',
    ],
    ['both: the permission is missing', admin, { roles: ['Admin'], permissions: [met] }, 'permission'],
    [
      'Super Admin is not above a permission',
      { role: 'SuperAdmin', permissions: [] },
      { permissions: [pa] },
      'permission',
    ],
  ])('%s', (_, holder, rule, because) => {
    expect(decideAccess(holder, rule)).toEqual(because ? { allowed: false, because } : { allowed: true })
    expect(may(holder, rule)).toBe(!because)
  })
})

describe('a caller with access', () => {
  const somePermissions = fc.subarray([...permissions])
  const someRoles = fc.subarray([...roleNames])
  const holders = fc.record({ role: fc.constantFrom(...roleNames), permissions: somePermissions })
  const rules: fc.Arbitrary<AccessRule> = fc.record(
    { roles: someRoles, permissions: somePermissions },
    { requiredKeys: [] },
  )

  test('keeps it when granted more permissions', () => {
    fc.assert(
      fc.property(holders, rules, somePermissions, (holder, rule, granted) => {
        const richer = { ...holder, permissions: [...holder.permissions, ...granted] }
        return !may(holder, rule) || may(richer, rule)
      }),
    )
  })

  test('keeps it when the rule names more roles or permissions', () => {
    fc.assert(
      fc.property(holders, rules, someRoles, somePermissions, (holder, rule, roles, granted) => {
        const wider: AccessRule = {
          ...(rule.roles && { roles: [...rule.roles, ...roles] }),
          ...(rule.permissions && { permissions: [...rule.permissions, ...granted] }),
        }
        return !may(holder, rule) || may(holder, wider)
      }),
    )
  })

  test('keeps it when the rule asks for less', () => {
    fc.assert(
      fc.property(holders, rules, (holder, { roles, permissions: needed }) => {
        const allowed = may(holder, { ...(roles && { roles }), ...(needed && { permissions: needed }) })
        const byRole = may(holder, roles ? { roles } : {})
        const byPermission = may(holder, needed ? { permissions: needed } : {})
        return allowed === (byRole && byPermission)
      }),
    )
  })
})
