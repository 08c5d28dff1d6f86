import { strikeAge } from './strike.ts'
import { expect, test } from 'vitest'

test.each([
  [-2, 'new'],
  [0, 'new'],
  [299, 'new'],
  [300, 'recent'],
  [899, 'recent'],
  [900, 'old'],
  [1799, 'old'],
  [1800, null],
])('after %d seconds a strike is %s', (seconds, age) => expect(strikeAge(seconds)).toBe(age))
