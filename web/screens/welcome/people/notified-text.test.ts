import { notifiedText, unreachedWords } from './notified-text.ts'
import { expect, test } from 'vitest'

const named = (...names: string[]) => names.map(fullName => ({ fullName }))

test.each([
  [[], 'No one is notified about the pool.'],
  [['Pool Office'], '1 person is notified about the pool: Pool Office.'],
  [['A', 'B'], '2 people are notified about the pool: A and B.'],
  [['A', 'B', 'C', 'D', 'E', 'F'], '6 people are notified about the pool: A, B, C, D, and 2 more.'],
])('describes %j', (names, words) => {
  expect(notifiedText(named(...names), 'the pool')).toBe(words)
})

test('names an unreachable person with the reason', () => {
  const person = (fullName: string) => ({ fullName, cannotBeReached: 'No phone number' })
  expect(unreachedWords([person('Ada')])).toBe('Ada (No phone number).')
  expect(unreachedWords(['A', 'B', 'C', 'D', 'E'].map(person))).toMatch(/, and 1 more\.$/)
})
