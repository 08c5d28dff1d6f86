import { greetingAt } from './greeting.ts'
import { expect, test } from 'vitest'

test.each([
  [0, 'Good night'],
  [4, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('at %i: %s', (hour, greeting) => expect(greetingAt(hour)).toBe(greeting))
