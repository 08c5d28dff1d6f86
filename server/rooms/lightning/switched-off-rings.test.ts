import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { destination } from '#domain/geo/distance'
import { minuteMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import type { LocationRings } from '#server/rooms/locations/index'
import { sourcesOf } from '#server/sources'
import { openTestProcess, type TestProcess } from './process.testing.ts'
import { listDelays } from './store/delays.ts'

const source = 'simulated'
const sources = sourcesOf({ feeds: source })
const home = { latitude: 35.2, longitude: -97.4 }
let store: Store
let clock: ShiftedClock
let place: LocationRings
let leader: TestProcess
let follower: TestProcess
let strikesMade = 0

const open = () =>
  openTestProcess({ db: store.db, clock, databaseNow: () => clock.now(), places: () => [place] })
const statesIn = ({ engine }: TestProcess) => engine.delayOf(1)?.statements.map(({ state }) => state)
const records = () => listDelays(store.db, 'system', { locationId: 1 }, { count: 10 }, sources)
const isClosed = async () => (await records())[0]?.closed_at !== null

/** A strike twelve miles away, inside the second ring only. */
async function strikeNearby() {
  const timeMs = clock.now().getTime()
  const at = destination(home, 0, 12) ?? home
  const strike = {
    id: `s${++strikesMade}`,
    source,
    timeMs,
    ...at,
    amp: null,
    type: 1,
    positionErrorMiles: 0,
  } as const
  const coverage = [{ source, fromMs: timeMs - 90 * minuteMs, toMs: timeMs }]
  await leader.engine.receive({ strikes: [strike], coverage })
}

async function switchOff() {
  place = { ...place, radiiMiles: [8, 0, 0, 0] }
  for (const { engine } of [leader, follower]) await engine.follow(1)
}

/** Advances the time while the feed keeps reporting that there are no strikes, as one process reads it. */
async function quiet(minutes: number, { engine, changes }: TestProcess) {
  clock.advance(minutes * minuteMs)
  await changes.catchUp()
  const toMs = clock.now().getTime()
  await engine.receive({ strikes: [], coverage: [{ source, fromMs: toMs - 90 * minuteMs, toMs }] })
  await engine.tick()
}

beforeAll(async () => {
  store = await freshStore()
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', now()) returning id`.execute(store.db)
  const [customerId, userId] = [rows[0]?.id ?? 0, '00000000-0000-4000-8000-000000000001']
  place = {
    id: 1,
    customerId,
    userId,
    label: 'Field',
    ...home,
    radiiMiles: [8, 16, 0, 0],
    allClearMinutes: 30,
  }
})
beforeEach(async () => {
  await sql`truncate strikes, coverage_spans, delays, facts, lightning_cursors cascade`.execute(store.db)
  await sql`delete from leases`.execute(store.db)
  place = { ...place, radiiMiles: [8, 16, 0, 0] }
  clock = shiftedClock()
  leader = await open()
  follower = await open()
  await strikeNearby()
  await switchOff()
})
afterAll(() => store.close())

describe('a ring that is switched off during a delay', () => {
  it('stays until the delay has ended in All Clear, and then opens no new one', async () => {
    await quiet(29, leader)
    expect(statesIn(leader)).toEqual(['AllClear', 'Delay'])
    clock.advance(2 * minuteMs)
    await leader.leadership.renew()
    await quiet(0, leader)
    expect(await isClosed()).toBe(true)
    await leader.engine.tick()
    expect(statesIn(leader)).toEqual(['AllClear'])
    await strikeNearby()
    expect(statesIn(leader)).toEqual(['AllClear'])
    expect(await records()).toHaveLength(1)
  })

  it('stays in a process that starts after that', async () => {
    const started = await open()
    expect(statesIn(started)).toEqual(['AllClear', 'Delay'])
    await quiet(31, started)
    await started.engine.tick()
    expect(statesIn(started)).toEqual(['AllClear'])
  })

  it('has its delay closed by the next leader if the last one died before All Clear', async () => {
    await quiet(31, follower)
    await follower.engine.tick()
    expect(statesIn(follower)).toEqual(['AllClear'])
    expect(await isClosed()).toBe(false)
    await follower.leadership.renew()
    expect(follower.leadership.term()).not.toBeNull()
    await follower.engine.tick()
    await follower.engine.tick()
    expect(await isClosed()).toBe(true)
  })
})
