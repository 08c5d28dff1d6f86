import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Events } from '#server/events'
import type { Part } from '#server/config'
import { joinProcesses, type Processes } from '#server/house/processes'
import { createBus } from '#server/platform/bus'
import { secondMs, systemClock } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { readiness } from '#server/platform/http/health'
import { silentLog } from '#server/platform/log'
import { createSchedule, type Schedule } from '#server/platform/schedule'
import { freshStore, type TestStore } from '#server/platform/store/testing'

const soon = { timeout: 45_000 }

const everything: readonly Part[] = ['api', 'engines', 'feeds', 'gateway']
let store: TestStore
let clock: ShiftedClock
let schedules: Schedule[] = []
let joined: Processes[] = []

/** Starts a process with its leader roles, whose leases use the test's clock. */
async function join(runs: readonly Part[] = everything) {
  const schedule = createSchedule(silentLog, clock)
  const bus = createBus<Events>(silentLog)
  const processes = await joinProcesses({
    config: { databaseUrl: undefined, natsUrl: undefined, runs: new Set(runs), traces: undefined },
    db: store.db,
    clock: systemClock,
    log: silentLog,
    bus,
    schedule,
    sources: { simulated: true, hasFeeds: true },
    rehearsal: { state: () => null },
    monotonicMs: clock.monotonicMs,
  })
  schedules.push(schedule)
  joined.push(processes)
  return { ...processes, schedule }
}

const checkOf = async ({ readyChecks }: Processes, name: string) =>
  (await readiness(readyChecks)).find(check => check.name === name)
const figureOf = async ({ figures }: Processes, name: string) =>
  Object.fromEntries(
    ((await figures.find(figure => figure.name === name)?.read()) ?? []).map(({ labels, value }) => [
      labels?.['duty'],
      value,
    ]),
  )

beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate leases`.execute(store.db)
  clock = shiftedClock()
  schedules = []
  joined = []
  return async () => {
    await Promise.all(schedules.map(schedule => schedule.stop()))
    await Promise.all(joined.map(processes => processes.leave()))
  }
})

it('starts the feeds after a start that took longer than a lease', async () => {
  const processes = await join()
  clock.advance(9 * secondMs)
  expect(processes.feeds.term()).toBeNull()
  const startFeeds = vi.fn<() => void>()
  await processes.start(startFeeds)
  await vi.waitFor(() => expect(startFeeds).toHaveBeenCalledOnce(), soon)
  expect(await checkOf(processes, 'feeds')).toMatchObject({
    ready: true,
    detail: 'This process runs the feeds',
  })
})

it('retries feeds that could not be started, and reports that meanwhile', async () => {
  const processes = await join()
  let isBroken = true
  const startFeeds = vi.fn<() => void>(() => {
    if (isBroken) throw new Error('no world today')
  })
  await processes.start(startFeeds)
  await vi.waitFor(() => expect(startFeeds).toHaveBeenCalledOnce(), soon)
  expect(await checkOf(processes, 'feeds')).toMatchObject({
    ready: false,
    detail: 'This process should run the feeds, but they have not started',
  })
  expect(await figureOf(processes, 'skywarden_duty')).toEqual({ keeper: 1, feeds: 1, gateway: 1 })
  expect(await figureOf(processes, 'skywarden_duty_undone')).toEqual({ keeper: 0, feeds: 1 })
  isBroken = false
  await vi.waitFor(() => expect(startFeeds).toHaveBeenCalledTimes(2), { timeout: 45_000 })
  expect(await checkOf(processes, 'feeds')).toMatchObject({ ready: true })
})

it('reports records that should be kept and are not', async () => {
  const processes = await join()
  await processes.start(() => {})
  processes.leaderSchedule.every('notifications', secondMs, () => new Promise(() => {}))
  await vi.waitFor(() => expect(processes.leadership.term()).not.toBeNull(), soon)
  expect(await checkOf(processes, 'keeper')).toMatchObject({ ready: true })
  clock.advance(40 * secondMs)
  await processes.leadership.renew()
  const check = await checkOf(processes, 'keeper')
  expect(check?.ready).toBe(false)
  expect(check?.detail).toContain("'notifications' has not succeeded for 40 s: it is still running")
  expect(await figureOf(processes, 'skywarden_duty_undone')).toMatchObject({ keeper: 1 })
  for (const schedule of schedules.splice(0)) void schedule.stop() // not awaited, because its task never ends
})

it('is not ready if no process has a required role, and names the missing setting', async () => {
  const desk = await join(['api'])
  expect(await checkOf(desk, 'feeds')).toMatchObject({ ready: true })
  clock.advance(16 * secondMs)
  expect(await checkOf(desk, 'feeds')).toMatchObject({
    ready: false,
    detail: 'No process has run the feeds for 16 s. Check SKYWARDEN_RUN in all processes.',
  })
  expect(await checkOf(desk, 'keeper')).toMatchObject({ ready: false })
})
