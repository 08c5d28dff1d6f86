import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { destination } from '#domain/geo/distance'
import type { Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import type { LocationRings } from '#server/rooms/locations/index'
import { openTestProcess, type TestProcess } from './process.testing.ts'
import { brokenEntries } from './records/evidence.ts'
import { listDelays, listEvidence } from './store/delays.ts'
import { nearestStrikes } from './store/running-delays.ts'

const home = { latitude: 35.2226, longitude: -97.4395 }
const userId = '00000000-0000-4000-8000-000000000001'
let store: Store
let [own, other] = [0, 0]
let clock: ShiftedClock
let one: TestProcess
let two: TestProcess

const places = (): LocationRings[] => {
  const at = { userId, label: 'Stadium', ...home, radiiMiles: [5, 10, 20, 0], allClearMinutes: 30 } as const
  return [
    { id: 1, customerId: own, ...at },
    { id: 2, customerId: other, ...at },
  ]
}

async function openProcess(): Promise<TestProcess> {
  return openTestProcess({ db: store.db, clock, databaseNow: () => clock.now(), places })
}

/** A strike that a sensor on the roof detected, this many miles away in an unknown direction. */
const heard = (circleMiles: number, change: Partial<Strike> = {}): Strike => ({
  id: `${circleMiles}`,
  source: 'instrument 1',
  customerId: own,
  timeMs: clock.now().getTime(),
  ...home,
  circleMiles,
  positionErrorMiles: 1,
  amp: null,
  type: 1,
  ...change,
})
const covered = (ms: number) => {
  const toMs = clock.now().getTime()
  return [{ source: 'simulated', fromMs: toMs - ms, toMs }]
}
const states = ({ engine }: TestProcess, id: number) => engine.delayOf(id)?.statements.map(each => each.state)

beforeAll(async () => {
  store = await freshStore()
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('Own', now()), ('Other', now()) returning id`.execute(
    store.db,
  )
  ;[own, other] = rows.map(({ id }) => id) as [number, number]
})
beforeEach(async () => {
  await sql`truncate strikes, customer_strikes, coverage_spans, delays, lightning_cursors, leases cascade`.execute(
    store.db,
  )
  clock = shiftedClock()
  one = await openProcess()
  two = await openProcess()
  await one.engine.receive({ strikes: [], coverage: covered(40 * minuteMs) })
})
afterAll(() => store.close())

describe("a strike that a customer's own sensor detected", () => {
  it('opens every ring that its circle may touch, and no other', async () => {
    await one.engine.receive({ strikes: [heard(8)], coverage: [] })
    expect(states(one, 1)).toEqual(['AllClear', 'Delay', 'Delay'])
  })

  it('opens an inner ring only if the error of its distance reaches into it', async () => {
    await one.engine.receive({ strikes: [heard(5.9)], coverage: [] })
    expect(states(one, 1)).toEqual(['Delay', 'Delay', 'Delay'])
  })

  it('does not affect another customer at the same place, in any process, even after a restart', async () => {
    await one.engine.receive({ strikes: [heard(3)], coverage: [] })
    await two.engine.readOn()
    const again = await openProcess()
    for (const process of [one, two, again]) {
      expect(states(process, 1)).toEqual(['Delay', 'Delay', 'Delay'])
      expect(states(process, 2)).toEqual(['AllClear', 'AllClear', 'AllClear'])
      expect(process.engine.delayOf(2)).toMatchObject({ strikes: [], circles: [] })
    }
  })

  it('is shown only to its own customer, and does not affect the weather for others', async () => {
    await one.engine.receive({ strikes: [heard(3)], coverage: [] })
    const sinceMs = clock.now().getTime() - minuteMs
    expect(one.engine.strikesSince(sinceMs, own)).toHaveLength(1)
    expect(one.engine.strikesSince(sinceMs, other)).toEqual([])
    expect(one.engine.strikesSince(sinceMs, null)).toEqual([])
    expect(one.engine.isThunderingAt(home)).toBe(false)
  })

  it('is sent as a circle, with the nearest and the farthest it may have been', async () => {
    await one.engine.receive({ strikes: [heard(8)], coverage: [] })
    const delay = one.engine.delayOf(1)
    expect(delay?.strikes).toEqual([])
    expect(delay?.circles).toEqual([[35.2226, -97.4395, expect.any(Number), 1, 8]])
    expect(delay?.statements[1]).toMatchObject({
      lastStrikeMiles: 8,
      lastStrikeBearing: null,
      lastStrikeWithinMiles: 9,
    })
  })

  it('is counted once, however often it is sent', async () => {
    const strike = heard(3)
    expect(await one.engine.receive({ strikes: [strike], coverage: [] })).toEqual({ accepted: 1, known: 0 })
    expect(await two.engine.receive({ strikes: [strike], coverage: [] })).toEqual({ accepted: 0, known: 1 })
  })

  it('never ends a delay: only coverage does', async () => {
    await one.engine.receive({ strikes: [heard(3)], coverage: covered(minuteMs) })
    clock.advance(31 * minuteMs)
    await one.engine.receive({ strikes: [heard(90, { id: 'far' })], coverage: [] })
    expect(states(one, 1)).toEqual(['Unknown', 'Unknown', 'Unknown'])
    await one.changes.catchUp()
    await one.engine.receive({ strikes: [], coverage: covered(32 * minuteMs) })
    expect(states(one, 1)).toEqual(['AllClear', 'AllClear', 'AllClear'])
  })

  it('is in the evidence with its circle, and messages state how far away it was at most', async () => {
    await one.engine.receive({ strikes: [heard(3)], coverage: [] })
    const [delay] = await listDelays(store.db, own, { locationId: 1 }, { count: 9 }, { simulated: true })
    const evidence = await listEvidence(store.db, delay?.id ?? 0)
    expect(brokenEntries(evidence)).toEqual([])
    expect(evidence[0]?.facts).toMatchObject({
      strike: { distanceMiles: 3, bearingDegrees: null, circleMiles: 3, withinMiles: 4 },
    })
    const nearest = await store.db
      .transaction()
      .execute(tx => nearestStrikes(tx, 'system', [delay?.id ?? 0], new Date(0)))
    expect([...nearest.values()]).toEqual([{ distanceMiles: 3, bearingDegrees: null, withinMiles: 4 }])
  })

  it('with a known position is a strike like any other, for its customer', async () => {
    const at = destination(home, 90, 7) ?? home
    const { circleMiles, ...located } = heard(0, { id: 'located', ...at, positionErrorMiles: 0.2 })
    expect(circleMiles).toBe(0)
    await one.engine.receive({ strikes: [located], coverage: [] })
    expect(states(one, 1)).toEqual(['AllClear', 'Delay', 'Delay'])
    expect(one.engine.delayOf(1)).toMatchObject({ circles: [], strikes: [expect.any(Array)] })
    expect(states(one, 2)).toEqual(['AllClear', 'AllClear', 'AllClear'])
  })

  it('is applied to a place that is added or moved during the storm', async () => {
    clock.advance(10 * secondMs)
    await one.engine.receive({ strikes: [heard(3)], coverage: [] })
    await one.engine.follow(1)
    expect(states(one, 1)).toEqual(['Delay', 'Delay', 'Delay'])
  })
})
