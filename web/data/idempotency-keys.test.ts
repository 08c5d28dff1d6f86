import { createIdempotencyKeys } from './idempotency-keys.ts'
import { expect, test } from 'vitest'

class Lost extends Error {}

function setUp() {
  let made = 0
  let nowMs = 0
  const sent: string[] = []
  const keys = createIdempotencyKeys({
    makeKey: () => `key ${++made}`,
    nowMs: () => nowMs,
    isLost: error => error instanceof Lost,
  })
  return {
    sent,
    passMs: (ms: number) => (nowMs += ms),
    press: (wish: string, failure?: Error) =>
      keys
        .send(wish, async key => {
          sent.push(key)
          if (failure) throw failure
        })
        .catch(() => {}),
  }
}

test('each press is a new wish', async () => {
  const { press, sent } = setUp()
  await press('add Gym')
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2'])
})

test('a press after a lost answer is the same wish, until there is an answer', async () => {
  const { press, sent } = setUp()
  await press('add Gym', new Lost())
  await press('add Gym', new Lost())
  await press('add Gym')
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 1', 'key 1', 'key 2'])
})

test('something else is another wish, and does not make the lost one forgotten', async () => {
  const { press, sent } = setUp()
  await press('add Gym', new Lost())
  await press('add Pool')
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2', 'key 1'])
})

test('what was refused is answered: the next press is new', async () => {
  const { press, sent } = setUp()
  await press('add Gym', new Error('There is no room.'))
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2'])
})

test('the same words much later are another wish', async () => {
  const { press, sent, passMs } = setUp()
  await press('add Gym', new Lost())
  passMs(11 * 60_000)
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2'])
})
