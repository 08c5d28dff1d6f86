import { createPictureStore } from './picture-store.ts'
import { expect, test } from 'vitest'

interface Asked {
  readonly address: string
  readonly signal: AbortSignal
  readonly give: (text: string) => void
  readonly refuse: () => void
}

function setUp() {
  const asked: Asked[] = []
  const store = createPictureStore(
    (address, signal) =>
      new Promise((resolve, reject) =>
        asked.push({
          address,
          signal,
          give: text => resolve(new Blob([text])),
          refuse: () => reject(new Error('refused')),
        }),
      ),
  )
  const states = () => Object.fromEntries([...store.read()].map(([address, { state }]) => [address, state]))
  return { asked, store, states }
}

const settled = () => new Promise(resolve => setTimeout(resolve))
const addresses = ['a', 'b', 'c', 'd', 'e', 'f']

test('requests the most urgent first, and at most four at once', async () => {
  const { asked, store, states } = setUp()
  store.want(addresses)
  expect(asked.map(({ address }) => address)).toEqual(['a', 'b', 'c', 'd'])
  asked[1]?.give('picture')
  await settled()
  expect(asked.map(({ address }) => address)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(states()).toMatchObject({ a: 'loading', b: 'ready' })
})

test('drops images that are no longer needed, cancels their requests, and keeps the others', async () => {
  const { asked, store, states } = setUp()
  store.want(['a', 'b', 'c'])
  asked[0]?.give('picture')
  await settled()
  store.want(['a', 'c', 'x'])
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true, false, false])
  expect(states()).toEqual({ a: 'ready', c: 'loading', x: 'loading' })
  asked[1]?.give('too late')
  await settled()
  expect(states()).toEqual({ a: 'ready', c: 'loading', x: 'loading' })
})

test('reports a failed image, blocks no other, and allows a retry', async () => {
  const { asked, store, states } = setUp()
  store.want(addresses)
  for (const { refuse } of asked) refuse()
  await settled()
  expect(states()).toMatchObject({ a: 'failed', d: 'failed', e: 'loading', f: 'loading' })
  for (const { give } of asked.slice(4)) give('picture')
  await settled()
  store.retry()
  expect(asked.slice(6).map(({ address }) => address)).toEqual(['a', 'b', 'c', 'd'])
  expect(states()).toMatchObject({ a: 'loading', e: 'ready', f: 'ready' })
})

test('requests an image again that was dropped and is needed again', async () => {
  const { asked, store, states } = setUp()
  store.want(['a'])
  store.want([])
  store.want(['a'])
  expect(asked).toHaveLength(2)
  asked[0]?.give('of the first question')
  await settled()
  expect(states()).toEqual({ a: 'loading' })
  asked[1]?.give('picture')
  await settled()
  expect(states()).toEqual({ a: 'ready' })
})

test('notifies a subscriber of every change until it unsubscribes', () => {
  const { store } = setUp()
  let received = 0
  const leave = store.subscribe(() => received++)
  store.want(['a'])
  leave()
  store.want([])
  expect(received).toBe(1)
})
