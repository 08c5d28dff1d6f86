import { isDue, refusalInWords, sendEveryMs } from './sharing.ts'
import { expect, test } from 'vitest'

test('sends the first position at once and the next after five minutes', () => {
  expect(isDue(null, 0)).toBe(true)
  expect(isDue(1000, 1000)).toBe(false)
  expect(isDue(1000, 1000 + sendEveryMs - 1)).toBe(false)
  expect(isDue(1000, 1000 + sendEveryMs)).toBe(true)
})

test('explains a denied permission, and suggests a retry for an unknown position', () => {
  expect(refusalInWords({ code: 1 })).toContain('Allow it')
  expect(refusalInWords({ code: 2 })).toContain('Try again')
  expect(refusalInWords({ code: 3 })).toContain('Try again')
})
