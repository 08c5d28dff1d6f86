import { recipientChoices } from './recipient-choices.ts'
import { expect, test } from 'vitest'

const group = (id: number, name: string, users: number, notificationUsers = 0) => ({
  id,
  name,
  users,
  notificationUsers,
})
const person = (id: string, fullName: string, isActive = true) => ({
  id,
  fullName,
  email: `${id}@example.test`,
  isActive,
})

test('excludes empty groups and inactive people', () => {
  const [groups, people] = recipientChoices(
    [group(1, 'Grounds', 2, 1), group(2, 'Empty', 0)],
    [person('b', 'Ben'), person('a', 'ann'), person('c', 'Cy', false)],
  )
  expect(groups?.items).toEqual([{ value: '1', label: 'Grounds (3)' }])
  expect(people?.items.map(({ label }) => label)).toEqual(['ann', 'Ben'])
})

test('distinguishes two people with the same name', () => {
  const [, people] = recipientChoices([], [person('a', 'Ann'), person('b', 'Ann'), person('c', 'Cy')])
  expect(people?.items.map(({ label }) => label)).toEqual([
    'Ann (a@example.test)',
    'Ann (b@example.test)',
    'Cy',
  ])
})
