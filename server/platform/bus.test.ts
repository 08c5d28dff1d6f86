import { expect, test, vi } from 'vitest'
import { createBus } from './bus.ts'
import { silentLog } from './log.ts'

interface Events {
  rain: number
  wind: string
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

test('subscribers receive events in order, each one finished before the next', async () => {
  const bus = createBus<Events>(silentLog)
  const heard: string[] = []
  bus.hear('rain', async inches => {
    await turn()
    heard.push(`first ${inches}`)
  })
  bus.hear('rain', inches => void heard.push(`second ${inches}`))
  bus.hear('wind', from => void heard.push(from))
  bus.say('rain', 1)
  bus.say('wind', 'north')
  bus.say('rain', 2)
  await bus.settled()
  expect(heard.filter(word => word !== 'north')).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
})

test('an event of one name does not wait for an event of another', async () => {
  const bus = createBus<Events>(silentLog)
  const heard: string[] = []
  let finish = () => {}
  bus.hear('rain', () => new Promise<void>(resolve => void (finish = resolve)))
  bus.hear('wind', from => void heard.push(from))
  bus.say('rain', 1)
  bus.say('wind', 'north')
  await bus.heardOut('wind')
  expect(heard).toEqual(['north'])
  finish()
  await bus.settled()
})

test('the publisher continues before any subscriber runs', async () => {
  const bus = createBus<Events>(silentLog)
  const listener = vi.fn<(inches: number) => void>()
  bus.hear('rain', listener)
  bus.say('rain', 1)
  expect(listener).not.toHaveBeenCalled()
  await bus.settled()
  expect(listener).toHaveBeenCalledExactlyOnceWith(1)
})

test.each([
  [
    'throws',
    () => {
      throw new Error('deaf')
    },
  ],
  ['rejects', () => Promise.reject(new Error('deaf'))],
])('a subscriber that %s is logged and does not affect the others', async (_, broken) => {
  const log = { ...silentLog, error: vi.fn<() => void>() }
  const bus = createBus<Events>(log)
  const listener = vi.fn<(inches: number) => void>()
  bus.hear('rain', broken)
  bus.hear('rain', listener)
  bus.say('rain', 1)
  bus.say('rain', 2)
  await bus.settled()
  expect(listener.mock.calls).toEqual([[1], [2]])
  expect(log.error).toHaveBeenCalledTimes(2)
  expect(log.error).toHaveBeenCalledWith(
    { err: new Error('deaf'), event: 'rain' },
    'an event subscriber failed',
  )
})

test('a subscriber that unsubscribed receives nothing; the same function may subscribe to another name', async () => {
  const bus = createBus<Events>(silentLog)
  const listener = vi.fn<(payload: unknown) => void>()
  const unhear = bus.hear('rain', listener)
  bus.hear('wind', listener)
  bus.say('rain', 1)
  await bus.settled()
  unhear()
  bus.say('rain', 2)
  bus.say('wind', 'south')
  await bus.settled()
  expect(listener.mock.calls).toEqual([[1], ['south']])
})

test('a subscriber may publish and may add subscribers; both take effect from the next event', async () => {
  const bus = createBus<Events>(silentLog)
  const heard: unknown[] = []
  bus.hear('rain', inches => {
    heard.push(inches)
    if (inches > 1) return
    bus.hear('rain', again => void heard.push(`newcomer ${again}`))
    bus.say('rain', inches + 1)
  })
  bus.say('rain', 1)
  await bus.settled()
  expect(heard).toEqual([1, 2, 'newcomer 2'])
})

test('an event needs no subscriber', async () => {
  const bus = createBus<Events>(silentLog)
  bus.say('rain', 1)
  await expect(bus.settled()).resolves.toBeUndefined()
})
