import { expect, it } from 'vitest'
import { minuteMs, secondMs } from '#server/platform/clock'
import { Retries } from './retries.ts'

it('retries after 20 seconds, then half as often each time, and at least every ten minutes', () => {
  const retries = new Retries()
  let nowMs = 0
  expect(retries.isDue('a', nowMs)).toBe(true)
  for (const pauseMs of [20, 40, 80, 160, 320, 600, 600].map(seconds => seconds * secondMs)) {
    retries.failed('a', nowMs)
    expect(retries.isDue('a', nowMs + pauseMs - 1)).toBe(false)
    expect(retries.isDue('b', nowMs)).toBe(true)
    nowMs += pauseMs
    expect(retries.isDue('a', nowMs)).toBe(true)
  }
})

it('starts over after a success, and forgets what is no longer wanted', () => {
  const retries = new Retries()
  for (const name of ['a', 'b', 'c']) retries.failed(name, 0)
  retries.succeeded('a')
  retries.keepOnly(['b'])
  expect(['a', 'b', 'c'].map(name => retries.isDue(name, 0))).toEqual([true, false, true])
  retries.failed('a', minuteMs)
  expect(retries.isDue('a', minuteMs + 20 * secondMs)).toBe(true)
})
