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
    press: (request: string, failure?: Error) =>
      keys
        .send(request, async key => {
          sent.push(key)
          if (failure) throw failure
        })
        .catch(() => {}),
  }
}

test('uses a new key for each press', async () => {
  const { press, sent } = setUp()
  await press('add Gym')
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2'])
})

test('reuses the key after a lost response until a response arrives', async () => {
  const { press, sent } = setUp()
  await press('add Gym', new Lost())
  await press('add Gym', new Lost())
  await press('add Gym')
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 1', 'key 1', 'key 2'])
})

test('uses another key for a different request, and keeps the one whose response was lost', async () => {
  const { press, sent } = setUp()
  await press('add Gym', new Lost())
  await press('add Pool')
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2', 'key 1'])
})

test('treats a rejection as a response and uses a new key for the next press', async () => {
  const { press, sent } = setUp()
  await press('add Gym', new Error('There is no room.'))
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2'])
})

test('uses a new key for the same text much later', async () => {
  const { press, sent, passMs } = setUp()
  await press('add Gym', new Lost())
  passMs(11 * 60_000)
  await press('add Gym')
  expect(sent).toEqual(['key 1', 'key 2'])
})
