import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { createLookUp } from './look-up.ts'

const found: readonly LookupAddress[] = [{ address: '93.184.216.34', family: 4 }]

/** Starts a DNS server that does not answer for names that begin with 'slow' until the test allows it. */
function neighbor() {
  const asked: string[] = []
  const silent: (() => void)[] = []
  let atOnce = 0
  let most = 0
  const clock = shiftedClock()
  const lookUp = createLookUp({
    clock,
    async ask(name) {
      asked.push(name)
      most = Math.max(most, ++atOnce)
      if (name.startsWith('slow')) await new Promise<void>(resolve => silent.push(resolve))
      atOnce--
      if (name.startsWith('unknown')) throw new Error('ENOTFOUND')
      return found
    },
  })
  return {
    lookUp,
    clock,
    asked,
    most: () => most,
    answer: () => silent.splice(0).forEach(resolve => resolve()),
  }
}

it('looks up a name once for any number of callers, and not again for a minute', async () => {
  const { lookUp, clock, asked } = neighbor()
  expect(await Promise.all([lookUp('push.test'), lookUp('push.test')])).toEqual([found, found])
  clock.advance(59 * secondMs)
  await lookUp('push.test')
  expect(asked).toEqual(['push.test'])
  clock.advance(2 * secondMs)
  await lookUp('push.test')
  expect(asked).toEqual(['push.test', 'push.test'])
})

it('looks up at most two names at a time, and a known name does not wait for them', async () => {
  const { lookUp, clock, most, answer } = neighbor()
  await lookUp('push.test')
  clock.advance(2 * minuteMs)
  const slow = Array.from({ length: 20 }, (_, number) => lookUp(`slow${number}.test`))
  expect(await lookUp('push.test')).toEqual(found)
  const answering = setInterval(answer, 1)
  await Promise.all(slow)
  clearInterval(answering)
  expect(most()).toBe(2)
})

it('does not immediately look up again a name that does not exist', async () => {
  const { lookUp, clock, asked } = neighbor()
  await expect(lookUp('unknown.test')).rejects.toThrow('ENOTFOUND')
  await expect(lookUp('unknown.test')).rejects.toThrow('ENOTFOUND')
  expect(asked).toHaveLength(1)
  clock.advance(11 * secondMs)
  await expect(lookUp('unknown.test')).rejects.toThrow('ENOTFOUND')
  expect(asked).toHaveLength(2)
})
