import { isDue, refusalInWords, tellEveryMs } from './sharing.ts'
import { expect, test } from 'vitest'

test('the first position is told at once, the next after five minutes', () => {
  expect(isDue(null, 0)).toBe(true)
  expect(isDue(1000, 1000)).toBe(false)
  expect(isDue(1000, 1000 + tellEveryMs - 1)).toBe(false)
  expect(isDue(1000, 1000 + tellEveryMs)).toBe(true)
})

test('a refusal says what to do, an unknown position to try again', () => {
  expect(refusalInWords({ code: 1 })).toContain('Allow it')
  expect(refusalInWords({ code: 2 })).toContain('Try again')
  expect(refusalInWords({ code: 3 })).toContain('Try again')
})
