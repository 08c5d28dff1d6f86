import { expect, it } from 'vitest'
import { minuteMs, secondMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { followDatabaseClock } from './database-clock.ts'

const startMs = Date.UTC(2026, 6, 1)

it("returns the database's time on a machine whose clock is minutes off, even if that clock is set meanwhile", async () => {
  let [passedMs, wrongMs] = [0, 5 * minuteMs]
  const machine = {
    now: () => new Date(startMs + passedMs + wrongMs),
    monotonicMs: () => 77_000 + passedMs,
  }
  const clock = await followDatabaseClock(async () => new Date(startMs + passedMs), machine, silentLog)
  expect(clock.now().getTime()).toBe(startMs)
  passedMs += 30 * secondMs
  wrongMs = -3 * minuteMs
  expect(clock.now().getTime()).toBe(startMs + 30 * secondMs)
})

it('follows a database whose clock is set, and ignores the round-trip time', async () => {
  let [passedMs, databaseAheadMs] = [0, 0]
  const machine = { now: () => new Date(startMs + passedMs), monotonicMs: () => passedMs }
  const askTime = async () => {
    passedMs += 400 // there
    const reported = new Date(startMs + passedMs + databaseAheadMs)
    passedMs += 100 // and back
    return reported
  }
  const clock = await followDatabaseClock(askTime, machine, silentLog)
  const offMs = () => clock.now().getTime() - (startMs + passedMs + databaseAheadMs)
  expect(Math.abs(offMs())).toBeLessThanOrEqual(250)
  const before = offMs()
  await clock.look()
  expect(offMs()).toBe(before)
  databaseAheadMs = minuteMs
  await clock.look()
  expect(Math.abs(offMs())).toBeLessThanOrEqual(250)
})
