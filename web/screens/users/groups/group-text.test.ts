import { groupFailure, sizeInWords, groupSuccesses, whyKept } from './group-text.ts'
import type { UserGroup } from '#contract/people/groups'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { expect, test } from 'vitest'

const group: UserGroup = {
  id: 1,
  name: 'Grounds',
  customerId: 1,
  users: 1,
  notificationUsers: 0,
  widgets: 0,
  policies: 8,
  alertTimes: [],
  version: 1,
}

test('describes a group by its counts', () => {
  expect(sizeInWords(group)).toBe('1 user, 0 notification only, 8 policies')
})

test('does not allow deleting a group with people, and explains why', () => {
  expect(whyKept(group)).toBe('1 person is in this group: move them to another one before you delete it.')
  expect(whyKept({ ...group, notificationUsers: 2 })).toBe(
    '3 people are in this group: move them to another one before you delete it.',
  )
  expect(whyKept({ ...group, users: 0 })).toBeUndefined()
})

test('spells success messages as the specification does', () => {
  expect(Object.values(groupSuccesses)).toEqual([
    'Upated user group',
    'Created user group',
    'Deleted user group',
  ])
})

test('reports a group that locations use', () => {
  expect(groupFailure(new RequestRefused(400, 'It is assigned to 2 locations.', {}), 'delete')).toEqual({
    header: 'Error deleting user group',
    text: 'Cannot delete a group assigned to one or more locations',
  })
  expect(groupFailure(new RequestRefused(400, 'Widgets use it.', {}), 'delete').text).toBe('Widgets use it.')
})

test('points to the marked fields after a failure', () => {
  const refused = new RequestRefused(400, 'Please check what you entered.', {
    'AlertTimes[1].StartTime': ['No.'],
  })
  expect(groupFailure(refused, 'create')).toEqual({
    header: 'Error creating user group',
    text: 'Check the fields that are marked.',
  })
  expect(groupFailure(new Unreachable('x'), 'update').header).toBe('Error updating user group')
})
