import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Facts } from '#server/facts'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { lookEveryMs, LeadershipLost, type Leadership } from './index.ts'
import { takeLease } from './lease.ts'
import { openTestKeeping, type TestKeepingOptions } from './testing.ts'

let store: Store
let clock: ShiftedClock

async function open(
  change: Partial<Pick<TestKeepingOptions, 'isAlone' | 'isCandidate'>> = {},
): Promise<Leadership<Facts>> {
  const time = () => sql<Date>`${clock.now()}::timestamptz`
  const { monotonicMs } = clock
  return (await openTestKeeping(store.db, clock, { monotonicMs, time, isAlone: false, ...change })).leadership
}

beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate leases`.execute(store.db)
  clock = shiftedClock()
})

it('one process is the leader, and stays the leader while it renews', async () => {
  const [one, two] = [await open(), await open()]
  await Promise.all([one.renew(), two.renew()])
  expect([one.term(), two.term()].toSorted()).toEqual([1, null])
  const [kept, other] = one.term() === 1 ? [one, two] : [two, one]
  for (let second = 0; second < 30; second += 2) {
    clock.advance(2 * secondMs)
    await kept.renew()
    await other.renew()
    expect([kept.term(), other.term()]).toEqual([1, null])
  }
})

it('another process is the leader within 9 seconds after the leader has died, in a new term', async () => {
  const [one, two] = [await open(), await open()]
  await one.renew()
  let ms = 0
  for (; two.term() === null && ms < minuteMs; ms += lookEveryMs) {
    clock.advance(lookEveryMs)
    await two.renew()
  }
  expect(ms).toBeLessThanOrEqual(9 * secondMs)
  expect(two.term()).toBe(2)
})

it('the leader notices on its own that its lease has expired, and cannot write after another has taken over', async () => {
  const [one, two] = [await open(), await open()]
  await one.renew()
  clock.advance(9 * secondMs)
  expect(one.term()).toBeNull()
  await expect(one.commit(async () => 'written')).rejects.toThrow(LeadershipLost)
  await two.renew()
  // The process was suspended before it looked at its clock.
  clock.advance(-9 * secondMs)
  expect(one.term()).toBe(1)
  await expect(one.commit(async () => 'written')).rejects.toThrow(LeadershipLost)
  expect(one.term()).toBeNull()
  clock.advance(9 * secondMs)
  expect(await two.commit(async () => 'written')).toBe('written')
})

it('the same process is the leader again if no other took over while it was away', async () => {
  const one = await open()
  await one.renew()
  clock.advance(minuteMs)
  expect(one.term()).toBeNull()
  await one.renew()
  expect(one.term()).toBe(1)
})

it('no process takes over in the middle of a transaction', async () => {
  const [one, two] = [await open(), await open()]
  await one.renew()
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  let hasBegun = () => {}
  const begun = new Promise<void>(resolve => (hasBegun = resolve))
  const writing = one.commit(async () => {
    hasBegun()
    await held
  })
  await begun
  clock.advance(9 * secondMs)
  const taking = two.renew()
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(two.term()).toBeNull()
  release()
  await Promise.all([writing, taking])
  expect(two.term()).toBe(2)
})

it('the leader releases its lease when it stops, and a missing leader is reported', async () => {
  const [one, two] = [await open(), await open()]
  clock.advance(20 * secondMs)
  expect(await one.vacantSeconds()).toBeCloseTo(20, 0)
  await one.renew()
  expect(await two.vacantSeconds()).toBeNull()
  await one.release()
  expect(one.term()).toBeNull()
  await two.renew()
  expect(two.term()).toBe(2)
  clock.advance(20 * secondMs)
  expect(await one.vacantSeconds()).toBeCloseTo(12, 0)
})

it('a process that must be the only one leads at once, and one that may not lead never does', async () => {
  const [before, alone, barred] = [
    await open(),
    await open({ isAlone: true }),
    await open({ isCandidate: false }),
  ]
  await before.renew()
  await alone.renew()
  expect(alone.term()).toBe(2)
  clock.advance(minuteMs)
  await barred.renew()
  expect(barred.term()).toBeNull()
})

it('exactly one of many that start at the same moment in a new database is the leader, and none fails', async () => {
  const time = () => sql<Date>`${clock.now()}::timestamptz`
  for (let round = 0; round < 40; round++) {
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        takeLease(store.db, { name: `duty ${round}`, holder: `process ${index}`, time }, false),
      ),
    )
    expect(taken.filter(epoch => epoch !== null)).toEqual([1])
  }
})
