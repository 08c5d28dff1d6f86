import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayActAs, mayGrant, mayInvite, mayManage, mayPlaceIn, maySee, type Member } from './people.ts'
import { roleNames, type RoleName } from './roles.ts'

const here = 1
const elsewhere = 2

function member(role: RoleName, groupId: number | null = 10, customerId = here): Member {
  return { role, groupId, customerId }
}

/** Document 2 section 6, 'Edit/delete a user row'. */
describe('editing and deleting a user row', () => {
  test.each<[actor: RoleName, mayManageThese: RoleName[]]>([
    ['SuperAdmin', ['Admin', 'AssistantAdmin', 'Customer', 'NotificationOnly']],
    ['Admin', ['AssistantAdmin', 'Customer', 'NotificationOnly']],
    ['AssistantAdmin', ['Customer', 'NotificationOnly']],
    ['Customer', []],
    ['NotificationOnly', []],
  ])('%s: of the same group, those who stand lower, and only down to hierarchy 3', (actor, targets) => {
    expect(roleNames.filter(role => mayManage(member(actor), member(role)))).toEqual(targets)
  })

  test.each<[clause: string, Member, Member, boolean]>([
    ['Admin: any group', member('Admin', 10), member('Customer', 11), true],
    ['Admin: people without a group', member('Admin', 10), member('Customer', null), true],
    ['Assistant Admin: not another group', member('AssistantAdmin', 10), member('Customer', 11), false],
    [
      'Assistant Admin: not people without a group',
      member('AssistantAdmin', 10),
      member('Customer', null),
      false,
    ],
    [
      'Assistant Admin without a group: nobody',
      member('AssistantAdmin', null),
      member('Customer', null),
      false,
    ],
    ['Admin: not another customer', member('Admin'), member('Customer', 10, elsewhere), false],
    ['Super Admin: every customer', member('SuperAdmin'), member('Admin', 10, elsewhere), true],
  ])('%s', (_, actor, target, allowed) => {
    expect(mayManage(actor, target)).toBe(allowed)
  })
})

/** Document 2 section 5, 'Role options' and 'User Group selector'. */
describe('giving a role', () => {
  test.each<[actor: RoleName, mayGiveThese: RoleName[]]>([
    ['SuperAdmin', ['Admin', 'AssistantAdmin', 'Customer', 'NotificationOnly']],
    ['Admin', ['AssistantAdmin', 'Customer', 'NotificationOnly']],
    ['AssistantAdmin', ['Customer', 'NotificationOnly']],
    ['Customer', []],
    ['NotificationOnly', []],
  ])('%s: roles below their own', (actor, given) => {
    expect(roleNames.filter(role => mayGrant(member(actor), role))).toEqual(given)
  })

  test.each<[actor: RoleName, own: boolean, other: boolean]>([
    ['SuperAdmin', true, true],
    ['Admin', true, true],
    ['AssistantAdmin', true, false],
    ['Customer', false, false],
    ['NotificationOnly', false, false],
  ])('%s puts people into their own group: %s, into another: %s', (actor, own, other) => {
    expect(mayPlaceIn(member(actor, 10), 10)).toBe(own)
    expect(mayPlaceIn(member(actor, 10), 11)).toBe(other)
    expect(mayPlaceIn(member(actor, null), 11)).toBe(other)
  })
})

/** Document 2 section 6, 'Users page' and 'Users group filter'. */
describe('seeing a person', () => {
  test.each<[actor: RoleName, seesThem: boolean]>([
    ['SuperAdmin', true],
    ['Admin', true],
    ['AssistantAdmin', true],
    ['Customer', false],
    ['NotificationOnly', false],
  ])('%s: everyone in their own group, regardless of role: %s', (actor, sees) => {
    for (const role of roleNames) expect(maySee(member(actor), member(role)), role).toBe(sees)
  })

  test.each<[clause: string, Member, Member, boolean]>([
    ['Admin: any group', member('Admin', 10), member('Customer', 11), true],
    ['Admin: not another customer', member('Admin'), member('Customer', 10, elsewhere), false],
    ['Super Admin: every customer', member('SuperAdmin'), member('Customer', 10, elsewhere), true],
    ['Assistant Admin: not another group', member('AssistantAdmin', 10), member('Customer', 11), false],
    [
      'Assistant Admin without a group: nobody',
      member('AssistantAdmin', null),
      member('Customer', null),
      false,
    ],
  ])('%s', (_, actor, target, allowed) => {
    expect(maySee(actor, target)).toBe(allowed)
  })
})

/** Document 2 section 6, 'Resend invite'. */
describe('resending an invitation', () => {
  test.each<[actor: RoleName, mayInviteThese: RoleName[]]>([
    ['SuperAdmin', ['SuperAdmin', 'Admin', 'AssistantAdmin', 'Customer']],
    ['Admin', ['SuperAdmin', 'Admin', 'AssistantAdmin', 'Customer']],
    ['AssistantAdmin', ['SuperAdmin', 'Admin', 'AssistantAdmin', 'Customer']],
    ['Customer', []],
    ['NotificationOnly', []],
  ])('%s: people in their own group, never notification-only ones', (actor, targets) => {
    expect(roleNames.filter(role => mayInvite(member(actor), member(role)))).toEqual(targets)
  })

  test.each<[clause: string, Member, Member, boolean]>([
    ['Admin: any group', member('Admin', 10), member('Customer', 11), true],
    ['Admin: not another customer', member('Admin'), member('Customer', 10, elsewhere), false],
    ['Super Admin: every customer', member('SuperAdmin'), member('Customer', 10, elsewhere), true],
    ['Assistant Admin: not another group', member('AssistantAdmin', 10), member('Customer', 11), false],
    [
      'Assistant Admin without a group: nobody',
      member('AssistantAdmin', null),
      member('Customer', null),
      false,
    ],
  ])('%s', (_, actor, target, allowed) => {
    expect(mayInvite(actor, target)).toBe(allowed)
  })
})

/** Document 3 section 6, 'Impersonation banner'; DESIGN section 5: Super Admin everywhere, audited. */
describe('acting as another person', () => {
  test.each<[actor: RoleName, mayActAsThese: RoleName[]]>([
    ['SuperAdmin', ['Admin', 'AssistantAdmin', 'Customer']],
    ['Admin', []],
    ['AssistantAdmin', []],
    ['Customer', []],
    ['NotificationOnly', []],
  ])('%s: those who can sign in and are no Super Admin', (actor, targets) => {
    expect(roleNames.filter(role => mayActAs(member(actor), member(role)))).toEqual(targets)
  })
})

describe('for any people', () => {
  const groups = fc.option(fc.integer({ min: 1, max: 3 }))
  const members: fc.Arbitrary<Member> = fc.record({
    role: fc.constantFrom(...roleNames),
    customerId: fc.integer({ min: 1, max: 2 }),
    groupId: groups,
  })

  test('no two people may manage each other, and no one may manage themselves', () => {
    fc.assert(
      fc.property(members, members, (one, other) => !(mayManage(one, other) && mayManage(other, one))),
    )
    fc.assert(fc.property(members, one => !mayManage(one, one)))
  })

  test('a person sees everyone they may manage or invite', () => {
    fc.assert(
      fc.property(members, members, (actor, target) => {
        fc.pre(mayManage(actor, target) || mayInvite(actor, target))
        return maySee(actor, target)
      }),
    )
  })

  test('a person may manage anyone they can create, and can create anyone they may manage', () => {
    fc.assert(
      fc.property(
        members,
        fc.constantFrom(...roleNames),
        fc.integer({ min: 1, max: 3 }),
        (actor, role, group) => {
          const made: Member = { role, customerId: actor.customerId, groupId: group }
          return (mayGrant(actor, role) && mayPlaceIn(actor, group)) === mayManage(actor, made)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('no one can create a person who may manage them, or raise anyone to their own level', () => {
    fc.assert(
      fc.property(members, fc.constantFrom(...roleNames), (actor, role) => {
        fc.pre(mayGrant(actor, role))
        return !mayGrant({ ...actor, role }, actor.role) && role !== actor.role
      }),
    )
  })

  test('only a Super Admin reaches another customer', () => {
    fc.assert(
      fc.property(members, members, (actor, target) => {
        fc.pre(actor.customerId !== target.customerId && actor.role !== 'SuperAdmin')
        return ![maySee, mayManage, mayInvite, mayActAs].some(allowed => allowed(actor, target))
      }),
    )
  })

  test('an Assistant Admin never reaches beyond their own group', () => {
    fc.assert(
      fc.property(members, members, (someone, target) => {
        const actor: Member = { ...someone, role: 'AssistantAdmin' }
        const reaches = [maySee, mayManage, mayInvite].some(allowed => allowed(actor, target))
        return !reaches || (actor.groupId !== null && actor.groupId === target.groupId)
      }),
    )
  })
})
