import { chosenCount, isShownInactive, peopleShown, startFilter } from './people-filter.ts'
import { notificationOnly, person } from '#web/data/people/person.testing.ts'
import { describe, expect, test } from 'vitest'

const everybody = startFilter({ roleName: 'Admin', siteId: 1 })
const bea = person({ firstName: 'bea', roleId: '3', roleDisplayName: 'Assistant Admin', siteId: 1 })
const cy = person({ firstName: 'Cy', ...notificationOnly, email: null, phoneNumber: '+1 405 555 0100' })
const ann = person({ firstName: 'Ann', lastName: 'Zo', isActive: false })
const al = person({ firstName: 'ann', lastName: 'Abt' })
const people = [cy, bea, ann, al]
const names = (shown: typeof people) => shown.map(each => each.firstName)

test('sorts people by first name, ignoring case', () => {
  expect(peopleShown(people, everybody, '')).toEqual([al, ann, bea, cy])
})

describe('the filter', () => {
  test.each([
    ['a permission level', { roleId: '3' }, ['bea']],
    ['a user group', { groupId: 1 }, ['bea']],
    ['the active', { status: 'active' }, ['ann', 'bea', 'Cy']],
    ['the inactive', { status: 'inactive' }, ['Ann']],
    ['full users', { kind: 'full' }, ['ann', 'Ann', 'bea']],
    ['the notification-only', { kind: 'notification-only' }, ['Cy']],
  ] as const)('leaves %s', (_what, chosen, left) => {
    expect(names(peopleShown(people, { ...everybody, ...chosen }, ''))).toEqual(left)
  })

  test('starts with an Assistant Admin’s own group, and counts only what was chosen', () => {
    const start = startFilter({ roleName: 'AssistantAdmin', siteId: 1 })
    expect(names(peopleShown(people, start, ''))).toEqual(['bea'])
    expect(chosenCount(start, start)).toBe(0)
    expect(chosenCount({ ...start, roleId: '3', kind: 'full' }, start)).toBe(2)
  })
})

test.each([
  ['BEA', ['bea']],
  ['0100', ['Cy']],
  ['athletics zo', ['Ann']],
  ['assistant', ['bea']],
  ['nobody', []],
])('finds %2$j for the search %1$j', (search, found) => {
  expect(names(peopleShown([cy, { ...bea, siteName: null }, ann, al], everybody, search))).toEqual(found)
})

test.each([
  [{ isActive: false, emailNotifications: false }, true],
  [{ isActive: false, emailNotifications: true }, false],
  [{ isActive: false, emailNotifications: false, smsNotifications: true }, false],
  [{ isActive: true, emailNotifications: false }, false],
])('shows %j as inactive: %s', (given, shown) => expect(isShownInactive(person(given))).toBe(shown))
