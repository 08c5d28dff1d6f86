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
  const received: string[] = []
  bus.subscribe('rain', async inches => {
    await turn()
    received.push(`first ${inches}`)
  })
  bus.subscribe('rain', inches => void received.push(`second ${inches}`))
  bus.subscribe('wind', from => void received.push(from))
  bus.publish('rain', 1)
  bus.publish('wind', 'north')
  bus.publish('rain', 2)
  await bus.settled()
  expect(received.filter(word => word !== 'north')).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
})

test('an event of one name does not wait for an event of another', async () => {
  const bus = createBus<Events>(silentLog)
  const received: string[] = []
  let finish = () => {}
  bus.subscribe('rain', () => new Promise<void>(resolve => void (finish = resolve)))
  bus.subscribe('wind', from => void received.push(from))
  bus.publish('rain', 1)
  bus.publish('wind', 'north')
  await bus.drained('wind')
  expect(received).toEqual(['north'])
  finish()
  await bus.settled()
})

test('the publisher continues before any subscriber runs', async () => {
  const bus = createBus<Events>(silentLog)
  const listener = vi.fn<(inches: number) => void>()
  bus.subscribe('rain', listener)
  bus.publish('rain', 1)
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
  bus.subscribe('rain', broken)
  bus.subscribe('rain', listener)
  bus.publish('rain', 1)
  bus.publish('rain', 2)
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
  const unhear = bus.subscribe('rain', listener)
  bus.subscribe('wind', listener)
  bus.publish('rain', 1)
  await bus.settled()
  unhear()
  bus.publish('rain', 2)
  bus.publish('wind', 'south')
  await bus.settled()
  expect(listener.mock.calls).toEqual([[1], ['south']])
})

test('a subscriber may publish and may add subscribers; both take effect from the next event', async () => {
  const bus = createBus<Events>(silentLog)
  const received: unknown[] = []
  bus.subscribe('rain', inches => {
    received.push(inches)
    if (inches > 1) return
    bus.subscribe('rain', again => void received.push(`newcomer ${again}`))
    bus.publish('rain', inches + 1)
  })
  bus.publish('rain', 1)
  await bus.settled()
  expect(received).toEqual([1, 2, 'newcomer 2'])
})

test('an event needs no subscriber', async () => {
  const bus = createBus<Events>(silentLog)
  bus.publish('rain', 1)
  await expect(bus.settled()).resolves.toBeUndefined()
})
