import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendFirstRequests, takeFirstRequest } from './first-requests.ts'

const asked: { path: string; signal: AbortSignal }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    asked.push({ path, signal })
    return Promise.resolve(new Response(path))
  })
})
afterEach(() => {
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const signalOf = (path: string) => asked.find(each => each.path === path)?.signal
const stay = new AbortController().signal

test('the home page asks for the person, the places and the stream; other pages only for the person', () => {
  sendFirstRequests('/', 'mine')
  expect(asked.map(({ path }) => path)).toEqual(['/api/user/current', '/api/location', '/api/live'])
  asked.length = 0
  sendFirstRequests('/Users', 'mine')
  expect(asked.map(({ path }) => path)).toEqual(['/api/user/current'])
})

test('a request made ahead is taken once, and only with the token it was made with', async () => {
  sendFirstRequests('/', 'mine')
  expect(takeFirstRequest('/api/location', 'of the person acted as', stay)).toBeUndefined()
  expect(takeFirstRequest('/api/location', undefined, stay)).toBeUndefined()
  const taken = await takeFirstRequest('/api/location', 'mine', stay)?.response
  expect(await taken?.text()).toBe('/api/location')
  expect(takeFirstRequest('/api/location', 'mine', stay)).toBeUndefined()
})

test('its time is when it was made, so a lease that waited to be read is shorter, never longer', () => {
  sendFirstRequests('/', 'mine')
  const madeMs = performance.now()
  vi.advanceTimersByTime(3000)
  expect(takeFirstRequest('/api/live', 'mine', stay)?.requested.monotonicMs).toBeLessThanOrEqual(madeMs)
})

test('the code that takes it can cancel it; a request not taken within ten seconds is canceled', () => {
  sendFirstRequests('/', 'mine')
  const leaving = new AbortController()
  takeFirstRequest('/api/live', 'mine', leaving.signal)
  vi.advanceTimersByTime(10_000)
  expect(signalOf('/api/location')?.aborted).toBe(true)
  expect(takeFirstRequest('/api/location', 'mine', stay)).toBeUndefined()
  expect(signalOf('/api/live')?.aborted).toBe(false)
  leaving.abort()
  expect(signalOf('/api/live')?.aborted).toBe(true)
})

test('a request taken by code that is already canceled is canceled too', () => {
  sendFirstRequests('/', 'mine')
  takeFirstRequest('/api/live', 'mine', AbortSignal.abort())
  expect(signalOf('/api/live')?.aborted).toBe(true)
})
