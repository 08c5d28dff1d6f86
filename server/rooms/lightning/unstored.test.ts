import { expect, test } from 'vitest'
import type { RingState } from '#domain/lightning/ring'
import type { NewStrike } from './store/log.ts'
import { Unstored, type Sharing } from './unstored.ts'
import { quietWatched } from './watch.ts'

const nowMs = Date.UTC(2026, 5, 1, 18)
const diskFull = Object.assign(new Error('disk full'), { code: '53100' })
const clear: RingState = { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs }

function strike(id: string, latitude: number, longitude: number, timeMs = nowMs): NewStrike {
  const at = { latitude, longitude, timeMs, reportedMs: timeMs, receivedMs: timeMs, clamped: false }
  return { id, source: 'a', amp: null, type: 1, positionErrorMiles: 0, ...at }
}

function isClearAt(unstored: Unstored, latitude: number, longitude: number): boolean {
  const place = { id: 1, customerId: 1, userId: 'somebody', label: '', latitude, longitude }
  const watched = quietWatched({ ...place, radiiMiles: [10, 0, 0, 0], allClearMinutes: 30 })
  return unstored.doubted(watched, [clear])[0]?.state === 'AllClear'
}

test('a strike that is sent again is held once, so that its sender cannot fill the memory', () => {
  const unstored = new Unstored()
  for (let sent = 0; sent < 5; sent++) unstored.hold([strike('one', 35, -97)], diskFull)
  expect(unstored.toStore()).toHaveLength(1)
})

test('a few strikes are measured, and many make their neighborhood doubtful, not the rest of the world', () => {
  const unstored = new Unstored()
  unstored.hold([strike('one', 35, -97)], diskFull)
  expect([isClearAt(unstored, 35.1, -97), isClearAt(unstored, 35.5, -97)]).toEqual([false, true])
  const many = Array.from({ length: 30_000 }, (_, n) => strike(`s${n}`, 35 + (n % 100) / 1000, -97))
  unstored.hold(many, diskFull)
  expect([isClearAt(unstored, 35.5, -97), isClearAt(unstored, 28, -82)]).toEqual([false, true])
  // What is written at once is limited, and coverage waits for the rest.
  expect(unstored.toStore()).toHaveLength(2000)
  expect(unstored.isBehind).toBe(true)
})

test('the neighborhood reaches across the date line and around a pole', () => {
  const unstored = new Unstored()
  unstored.hold(
    Array.from({ length: 30 }, (_, n) => strike(`s${n}`, n % 2 ? 0 : 89.9, 179.95)),
    diskFull,
  )
  expect([isClearAt(unstored, 0, -179.95), isClearAt(unstored, 89.9, 10)]).toEqual([false, false])
})

test('a strike that can open no delay anymore is forgotten, and one with unusable data is not tried again', async () => {
  const unstored = new Unstored()
  unstored.hold([strike('bad', 35, -97)], Object.assign(new Error('bad data'), { code: '22021' }))
  expect([unstored.toStore(), isClearAt(unstored, 35, -97)]).toEqual([[], false])
  await unstored.refresh(nowMs + 61 * 60_000)
  expect(isClearAt(unstored, 35, -97)).toBe(true)
})

test('what another process holds counts here', async () => {
  const shown = new Set<number>()
  const writer: Sharing = {
    show: cells => cells.forEach(cell => shown.add(cell)),
    elsewhere: async () => new Set(),
  }
  new Unstored(writer).hold([strike('one', 35, -97)], diskFull)
  const reader = new Unstored({ show: () => {}, elsewhere: async () => shown })
  await reader.refresh(nowMs)
  expect([isClearAt(reader, 35, -97), isClearAt(reader, 28, -82), reader.isBehind]).toEqual([
    false,
    true,
    true,
  ])
})
