import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LocationDelay } from '#contract/lightning'
import type { Coverage, Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { silentLog } from '#server/platform/log'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { createReaders } from '#server/rooms/live/index'
import type { LocationRings } from '#server/rooms/locations/index'
import { sourcesOf } from '#server/sources'
import { LightningEngine } from './engine.ts'
import { brokenEntries } from './evidence.ts'
import { appendToLog } from './log-store.ts'
import { listDelays, listEvidence } from './store.ts'

/** Two processes on one database, behind a load balancer: each has an engine of its own. */
const source = 'simulated'
const sources = sourcesOf({ feeds: 'simulated' })
const home = { latitude: 35.2, longitude: -97.4 }
let store: Store
let clock: ShiftedClock
let place: LocationRings
let one: LightningEngine
let two: LightningEngine
let isReadable = true

async function openEngine(): Promise<LightningEngine> {
  const engine = new LightningEngine({
    db: store.db,
    clock,
    log: silentLog,
    readers: createReaders(),
    sources,
    loadPlaces: async () => [place],
    findPlace: async () => {
      if (!isReadable) throw new Error('The database is away')
      return place
    },
  })
  await engine.start()
  return engine
}

const nowMs = () => clock.now().getTime()
const strike = (id: string): Strike => ({
  id,
  source,
  timeMs: nowMs(),
  ...home,
  amp: null,
  type: 1,
  positionErrorMiles: 0,
})
const quiet = (agoMs = 90 * minuteMs): Coverage => ({ source, fromMs: nowMs() - agoMs, toMs: nowMs() })
const stateIn = (engine: LightningEngine) =>
  (engine.delayOf(place.id) as LocationDelay).statements.map(({ state }) => state)

beforeAll(async () => {
  store = await freshStore()
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', now()) returning id`.execute(store.db)
  const userId = '00000000-0000-4000-8000-000000000001'
  const customerId = rows[0]?.id ?? 0
  const radiiMiles: LocationRings['radiiMiles'] = [8, 0, 0, 0]
  place = { id: 1, customerId, userId, label: 'Field', ...home, radiiMiles, allClearMinutes: 30 }
})
beforeEach(async () => {
  await sql`truncate strikes, coverage_spans, delays cascade`.execute(store.db)
  clock = shiftedClock()
  isReadable = true
  one = await openEngine()
  two = await openEngine()
})
afterAll(() => store.close())

describe('two processes on one log', () => {
  it('never say All Clear over a strike that the other has taken in', async () => {
    await two.hear({ strikes: [strike('a')], coverage: [] })
    await one.hear({ strikes: [], coverage: [quiet()] })
    expect(stateIn(one)).toEqual(['Delay'])
    expect(await one.hear({ strikes: [strike('a')], coverage: [] })).toEqual({ accepted: 0, known: 1 })
    expect(stateIn(one)).toEqual(['Delay'])
  })

  it('know within a tick what the other has heard: strikes, and that there were none', async () => {
    await one.hear({ strikes: [], coverage: [quiet()] })
    await two.tick()
    expect(stateIn(two)).toEqual(['AllClear'])
    await one.hear({ strikes: [strike('a')], coverage: [] })
    await two.tick()
    expect(stateIn(two)).toEqual(['Delay'])
  })

  it('keep one record of a delay, with each strike once, whoever saw it and whoever ends it', async () => {
    await one.hear({ strikes: [strike('a')], coverage: [quiet()] })
    await two.hear({ strikes: [strike('b'), strike('a')], coverage: [] })
    await Promise.all([one.tick(), two.tick()])
    await Promise.all([
      one.hear({ strikes: [strike('c')], coverage: [quiet()] }),
      two.hear({ strikes: [strike('d'), strike('c')], coverage: [] }),
    ])
    await Promise.all([one.tick(), two.tick()])
    clock.advance(31 * minuteMs)
    await one.hear({ strikes: [], coverage: [quiet(32 * minuteMs)] })
    await Promise.all([one.tick(), two.tick()])
    await Promise.all([one.tick(), two.tick()])

    const delays = await listDelays(store.db, 'system', { locationId: place.id }, { count: 10 }, sources)
    expect(delays).toMatchObject([{ strikes: 4, closed_at: expect.any(Date) as Date }])
    const evidence = await listEvidence(store.db, delays[0]?.id ?? 0)
    expect(brokenEntries(evidence)).toEqual([])
    const named = evidence.flatMap(({ facts }) => {
      const { id, strike: first } = facts as { id?: string; strike?: { id: string } }
      return first?.id ?? id ?? []
    })
    expect(named.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(evidence.filter(({ kind }) => kind === 'all clear')).toHaveLength(1)
  })

  it('go on after a take-over: what was not on record yet is put there once', async () => {
    await one.hear({ strikes: [], coverage: [quiet()] })
    // It was written, and whoever wrote it died before anything followed from it.
    const heard = { ...strike('a'), receivedMs: nowMs(), clamped: false }
    await store.db.transaction().execute(tx => appendToLog(tx, [heard], []))
    await two.tick()
    expect(stateIn(two)).toEqual(['Delay'])
    const delays = await listDelays(store.db, 'system', { locationId: place.id }, { count: 10 }, sources)
    expect(delays).toMatchObject([{ strikes: 1, closed_at: null }])
  })

  it('skip nothing that commits late: appends come one after the other', async () => {
    const late = { ...strike('late'), receivedMs: nowMs(), clamped: false }
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    let isAppended = () => {}
    const appended = new Promise<void>(resolve => (isAppended = resolve))
    const slow = store.db.transaction().execute(async tx => {
      await appendToLog(tx, [late], [])
      isAppended()
      await held
    })
    await appended
    const covering = one.hear({ strikes: [], coverage: [quiet()] })
    await two.tick()
    expect(stateIn(two)).toEqual(['Unknown']) // nobody can have read the coverage before the strike
    release()
    await slow
    await covering
    await two.tick()
    expect([stateIn(one), stateIn(two)]).toEqual([['Delay'], ['Delay']])
  })
})

describe('an edit of a ring that could not be read', () => {
  it('takes All Clear away until it could be', async () => {
    await one.hear({ strikes: [], coverage: [quiet()] })
    expect(stateIn(one)).toEqual(['AllClear'])
    isReadable = false
    await expect(one.follow(place.id)).rejects.toThrow('away')
    expect(stateIn(one)).toEqual(['Unknown'])
    await one.tick()
    expect(stateIn(one)).toEqual(['Unknown'])
    isReadable = true
    clock.advance(secondMs)
    await one.tick()
    expect(stateIn(one)).toEqual(['AllClear'])
  })
})
