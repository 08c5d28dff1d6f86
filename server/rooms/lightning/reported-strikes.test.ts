import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/live'
import { destination } from '#domain/geo/distance'
import type { Coverage, Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs } from '#server/platform/clock'
import { streamEventOf, type EventFrame } from '#server/platform/http/stream'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import type { LocationRings } from '#server/rooms/locations/index'
import type { LightningEngine } from './engine.ts'
import { openTestProcess } from './process.testing.ts'

const source = 'simulated'
const userId = '00000000-0000-4000-8000-000000000001'
const home = { latitude: 35.2226, longitude: -97.4395 }
let store: Store
let clock: ShiftedClock
let field: LocationRings
let place: LocationRings
let engine: LightningEngine
const events: LiveEvent[] = []
let strikesMade = 0

async function open() {
  const options = { db: store.db, clock, databaseNow: () => clock.now(), places: () => [place] }
  const process = await openTestProcess(options)
  engine = process.engine
  const send = (frame: EventFrame) => void events.push(streamEventOf(frame) as LiveEvent)
  process.readers.add({ kind: 'person', userId }, { send, close: () => {} })
}

const nowMs = () => clock.now().getTime()
/** A strike this many miles north of the place, this long ago. */
function strike(miles: number, agoMs = 0, change: Partial<Strike> = {}): Strike {
  const at = destination(home, 0, miles) ?? home
  const about = { id: `s${++strikesMade}`, source, amp: null, type: 3, positionErrorMiles: 0 } as const
  return { ...about, ...at, timeMs: nowMs() - agoMs, ...change }
}
const hear = (strikes: Strike[]) => {
  const coverage: Coverage = { source, fromMs: nowMs() - 90 * minuteMs, toMs: nowMs() }
  return engine.receive({ strikes, coverage: [coverage] })
}
async function quiet(ms: number) {
  clock.advance(ms)
  await hear([])
  await engine.tick()
}

beforeAll(async () => {
  store = await freshStore()
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', now()) returning id`.execute(store.db)
  const radiiMiles: LocationRings['radiiMiles'] = [8, 16, 26, 0]
  field = {
    id: 1,
    customerId: rows[0]?.id ?? 0,
    userId,
    label: 'Field',
    ...home,
    radiiMiles,
    allClearMinutes: 30,
  }
})
beforeEach(async () => {
  await sql`truncate strikes, coverage_spans, delays, facts, lightning_cursors, leases cascade`.execute(
    store.db,
  )
  clock = shiftedClock()
  place = field
  events.length = 0
  await open()
})
afterAll(() => store.close())

describe('the strikes in the rings', () => {
  const reported = () =>
    events.flatMap(event =>
      event.kind === 'delay' ? [{ ...event, strikes: event.delay.strikes.length }] : [],
    )

  it('are sent with the state they cause, only new ones, including late ones', async () => {
    await hear([])
    events.length = 0
    await hear([strike(5, 60 * secondMs), strike(12, 60 * secondMs), strike(60)])
    await hear([strike(7, 20 * minuteMs)])
    await hear([strike(60)])
    expect(reported()).toMatchObject([
      { addsStrikes: true, strikes: 2, delay: { statements: [{ state: 'Delay' }, {}, {}] } },
      { addsStrikes: true, strikes: 1 },
    ])
    expect(engine.delayOf(1)?.strikes).toHaveLength(3)
  })

  it('disappear after half an hour, even after a restart', async () => {
    await hear([strike(5, 25 * minuteMs), strike(6)])
    await quiet(6 * minuteMs)
    expect(engine.delayOf(1)?.strikes).toHaveLength(1)
    await open()
    await engine.tick()
    expect(engine.delayOf(1)?.strikes).toHaveLength(1)
  })

  it('are all sent again after the rings were edited', async () => {
    await hear([strike(5), strike(30)])
    events.length = 0
    place = { ...place, radiiMiles: [8, 16, 26, 40] }
    await engine.follow(1)
    expect(reported()).toMatchObject([{ addsStrikes: false, strikes: 2 }])
  })

  it('include their position error, and apply wherever they may have been', async () => {
    await hear([strike(8.4, 0, { positionErrorMiles: 0.6 })])
    const delay = engine.delayOf(1)
    expect(delay?.strikes).toMatchObject([[expect.any(Number), expect.any(Number), expect.any(Number), 0.6]])
    expect(delay?.statements[0]).toMatchObject({ state: 'Delay', lastStrikeErrorMiles: 0.6 })
    expect(delay?.statements[0]?.lastStrikeMiles).toBeGreaterThan(8)
  })
})
