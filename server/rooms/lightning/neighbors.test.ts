import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { destination } from '#domain/geo/distance'
import type { Coverage, Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import type { LocationRings } from '#server/rooms/locations/index'
import { sourcesOf } from '#server/sources'
import type { LightningEngine } from './engine.ts'
import { openTestProcess, type TestProcess } from './process.testing.ts'
import { listDelays, listEvidence } from './store/delays.ts'

/** Feeds that behave worse than the simulated one: a clock that is ahead, and a storm with a strike every second. */
const source = 'simulated'
const home = { latitude: 35.2, longitude: -97.4 }
let store: Store
let clock: ShiftedClock
let place: LocationRings
let opened: TestProcess
let engine: LightningEngine

async function open() {
  opened = await openTestProcess({
    db: store.db,
    clock,
    databaseNow: () => clock.now(),
    places: () => [place],
  })
  engine = opened.engine
}

const nowMs = () => clock.now().getTime()
const state = () => engine.delayOf(place.id)?.statements[0]?.state
let strikes = 0
const strike = (miles: number): Strike => ({
  id: String(++strikes),
  source,
  timeMs: nowMs(),
  ...(destination(home, 0, miles) ?? home),
  amp: null,
  type: 1,
  positionErrorMiles: 0,
})
const hear = (struck: readonly Strike[], coverage: readonly Coverage[] = []) =>
  engine.receive({ strikes: struck, coverage })

/** What a process does every second, except reading strikes. */
async function tick() {
  await opened.leadership.renew()
  await opened.changes.catchUp()
  await engine.tick()
}

beforeAll(async () => {
  store = await freshStore()
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', now()) returning id`.execute(store.db)
  const userId = '00000000-0000-4000-8000-000000000001'
  const radiiMiles: LocationRings['radiiMiles'] = [26, 0, 0, 0]
  const about = { id: 1, customerId: rows[0]?.id ?? 0, userId, label: 'Field' }
  place = { ...about, ...home, radiiMiles, allClearMinutes: 30 }
})
beforeEach(async () => {
  await sql`truncate strikes, coverage_spans, delays, facts, lightning_cursors, leases cascade`.execute(
    store.db,
  )
  clock = shiftedClock()
  await open()
})
afterAll(() => store.close())

it.each([100, 1500, 5000])(
  'proves All Clear with a feed whose clock is %d ms ahead and whose spans are contiguous',
  async aheadMs => {
    let throughMs = nowMs() + aheadMs
    await hear([], [{ source, fromMs: throughMs - 31 * minuteMs, toMs: throughMs }])
    for (let second = 0; second < 60; second += 5) {
      clock.advance(5 * secondMs)
      const toMs = nowMs() + aheadMs
      await hear([], [{ source, fromMs: throughMs, toMs }])
      throughMs = toMs
      await tick()
      expect(state()).toBe('AllClear')
    }
    // The same is true after a restart: the feed goes stale no later than one whose clock is correct.
    await open()
    clock.advance(17 * secondMs)
    await tick()
    expect(state()).toBe('AllClear')
    clock.advance(4 * secondMs)
    await tick()
    expect(state()).toBe('Unknown')
  },
)

it('reports a storm once a minute and at once when it comes nearer, and records every strike', async () => {
  const reported = async () => {
    const { rows } = await sql`select from facts where kind = 'delay extended'`.execute(store.db)
    return rows.length
  }
  const second = async (miles: number, ms = secondMs) => {
    clock.advance(ms)
    await tick()
    await hear([strike(miles)])
  }
  await hear([strike(25)])
  for (let passed = 0; passed < 20; passed++) await second(25)
  expect(await reported()).toBe(0)
  for (let passed = 0; passed < 8; passed++) await second(25, 5 * secondMs)
  expect(await reported()).toBe(1)
  await second(20)
  expect(await reported()).toBe(2)
  await second(19.5)
  expect(await reported()).toBe(2)
  const [delay] = await listDelays(
    store.db,
    'system',
    { locationId: 1 },
    { count: 1 },
    sourcesOf({ feeds: 'simulated' }),
  )
  expect(delay).toMatchObject({ strikes: 31 })
  expect(await listEvidence(store.db, delay?.id ?? 0)).toHaveLength(31)
})
