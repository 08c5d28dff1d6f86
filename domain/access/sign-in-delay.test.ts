import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secondsToWait } from './sign-in-delay.ts'

const lastAt = new Date('2026-06-01T12:00:00Z')
const after = (seconds: number) => new Date(lastAt.getTime() + seconds * 1000)

describe('the wait after wrong passwords', () => {
  test.each([
    ['four tries are free', 4, 0, 0],
    ['the fifth costs 5 s', 5, 0, 5],
    ['each further one doubles it', 7, 0, 20],
    ['what has passed already counts', 7, 15, 5],
    ['it has passed', 7, 20, 0],
    ['never more than 15 minutes: no lock', 1_000_000, 0, 900],
    ['forgotten after a day', 1_000_000, 86_400, 0],
  ])('%s', (_, count, secondsLater, wait) => {
    expect(secondsToWait({ count, lastAt }, after(secondsLater))).toBe(wait)
  })

  test('is zero without failures', () => {
    expect(secondsToWait(undefined, lastAt)).toBe(0)
  })

  test('rises with failures, falls over time, and is always a whole number up to 900', () => {
    const counts = fc.nat({ max: 100_000 })
    const seconds = fc.nat({ max: 200_000 })
    fc.assert(
      fc.property(counts, seconds, (count, passed) => {
        const wait = secondsToWait({ count, lastAt }, after(passed))
        expect(Number.isInteger(wait) && wait >= 0 && wait <= 900).toBe(true)
        expect(secondsToWait({ count: count + 1, lastAt }, after(passed))).toBeGreaterThanOrEqual(wait)
        expect(secondsToWait({ count, lastAt }, after(passed + 1))).toBeLessThanOrEqual(wait)
      }),
    )
  })
})
