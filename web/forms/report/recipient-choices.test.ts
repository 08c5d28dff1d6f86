import {
  chosenPeople,
  completionMessage,
  reportRecipientChoices,
  recipientsInWords,
} from './recipient-choices.ts'
import { expect, test } from 'vitest'

const groups = [
  {
    siteId: 1,
    siteName: 'Grounds',
    users: [
      { id: 'a', fullName: 'Ann' },
      { id: 'b', fullName: 'Bob' },
    ],
  },
  { siteId: 2, siteName: 'Pool', users: [{ id: 'c', fullName: 'Cem' }] },
  { siteId: 3, siteName: 'Nobody', users: [] },
]

test('lists people by group, offers whole groups, and does not let the requester be removed', () => {
  expect(reportRecipientChoices(groups, 'me')).toEqual([
    { group: 'Always included', items: [{ value: 'me', label: 'You', disabled: true }] },
    {
      group: 'Grounds',
      items: [
        { value: 'site-1', label: 'Everyone in Grounds (2)' },
        { value: 'a', label: 'Ann' },
        { value: 'b', label: 'Bob' },
      ],
    },
    { group: 'Pool', items: [{ value: 'c', label: 'Cem' }] },
  ])
})

test('expands a whole group to its people, each of them once', () => {
  expect(chosenPeople(['me', 'b', 'site-1'], groups, 'me')).toEqual(['b', 'a'])
  expect(chosenPeople([], groups, 'me')).toEqual([])
})

test('describes the recipients', () => {
  expect([0, 1, 4].map(recipientsInWords)).toEqual(['You', 'You and 1 other', 'You and 4 others'])
  expect(completionMessage(2)).toBe(
    'Your report is being built. We will email it to 3 people; you can also find it under Reports.',
  )
  expect(completionMessage(0)).toContain('email it to you;')
})
