import { expect, test, vi } from 'vitest'
import { createBus } from './bus.ts'
import { silentLog } from './log.ts'

interface Events {
  rain: number
  wind: string
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

test('listeners hear in the order in which things were said, each one out before the next', async () => {
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

test('what is said under one name does not wait for what is said under another', async () => {
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

test('who speaks goes on first', async () => {
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
])('a listener that %s is reported and hurts nobody else', async (_, broken) => {
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
  expect(log.error).toHaveBeenCalledWith({ err: new Error('deaf'), event: 'rain' }, 'a listener failed')
})

test('who no longer listens hears nothing; the same function may listen elsewhere', async () => {
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

test('a listener may speak and may bring others in; both count from the next time', async () => {
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

test('nobody has to listen', async () => {
  const bus = createBus<Events>(silentLog)
  bus.say('rain', 1)
  await expect(bus.settled()).resolves.toBeUndefined()
})
