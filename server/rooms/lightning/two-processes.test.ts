import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocationDelay } from '#contract/weather/lightning'
import type { Coverage, Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import type { LocationRings } from '#server/rooms/locations/index'
import { sourcesOf } from '#server/sources'
import type { LightningEngine } from './engine.ts'
import { brokenEntries } from './records/evidence.ts'
import { appendToLog } from './store/log.ts'
import { openTestProcess, type TestProcess } from './process.testing.ts'
import { listDelays, listEvidence } from './store/delays.ts'

/** Two processes on one database behind a load balancer, each with its own engine. */
const source = 'simulated'
const sources = sourcesOf({ feeds: 'simulated' })
const home = { latitude: 35.2, longitude: -97.4 }
let store: Store
let clock: ShiftedClock
let place: LocationRings
let one: LightningEngine
let two: LightningEngine
let first: TestProcess
let second: TestProcess

const open = () =>
  openTestProcess({ db: store.db, clock, databaseNow: () => clock.now(), places: () => [place] })

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

const factKinds = async () => {
  const { rows } = await sql<{ kind: string }>`select kind from facts order by number`.execute(store.db)
  return rows.map(({ kind }) => kind)
}

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
  await sql`truncate strikes, coverage_spans, delays, facts, lightning_cursors cascade`.execute(store.db)
  clock = shiftedClock()
  await sql`delete from leases`.execute(store.db)
  first = await open()
  one = first.engine
  second = await open()
  two = second.engine
})
afterAll(() => store.close())

describe('two processes on one log', () => {
  it('never report All Clear over a strike that the other accepted', async () => {
    const a = strike('a')
    await two.receive({ strikes: [a], coverage: [] })
    await one.receive({ strikes: [], coverage: [quiet()] })
    expect(stateIn(one)).toEqual(['Delay'])
    expect(await one.receive({ strikes: [a], coverage: [] })).toEqual({ accepted: 0, known: 1 })
    expect(stateIn(one)).toEqual(['Delay'])
  })

  it('accept a strike with a reused id, because a sensor may restart its numbering', async () => {
    const old = { ...strike('1'), timeMs: nowMs() - 50 * minuteMs }
    await one.receive({ strikes: [old], coverage: [quiet()] })
    expect(stateIn(one)).toEqual(['AllClear'])
    expect(await two.receive({ strikes: [strike('1')], coverage: [] })).toEqual({ accepted: 1, known: 0 })
    await one.tick()
    expect([stateIn(one), stateIn(two)]).toEqual([['Delay'], ['Delay']])
  })

  it('see within a tick what the other received, both strikes and their absence', async () => {
    await one.receive({ strikes: [], coverage: [quiet()] })
    await two.tick()
    expect(stateIn(two)).toEqual(['AllClear'])
    await one.receive({ strikes: [strike('a')], coverage: [] })
    await two.tick()
    expect(stateIn(two)).toEqual(['Delay'])
  })

  it('keep one record per delay with each strike once, whichever process saw it or ends it', async () => {
    const [a, c] = [strike('a'), strike('c')]
    await one.receive({ strikes: [a], coverage: [quiet()] })
    await two.receive({ strikes: [strike('b'), a], coverage: [] })
    await Promise.all([one.tick(), two.tick()])
    await Promise.all([
      one.receive({ strikes: [c], coverage: [quiet()] }),
      two.receive({ strikes: [strike('d'), c], coverage: [] }),
    ])
    await Promise.all([one.tick(), two.tick()])
    clock.advance(31 * minuteMs)
    for (const { leadership, changes } of [second, first]) {
      await leadership.renew()
      await changes.catchUp()
    }
    await one.receive({ strikes: [], coverage: [quiet(32 * minuteMs)] })
    await Promise.all([one.tick(), two.tick()])
    await Promise.all([one.tick(), two.tick()])

    const delays = await listDelays(store.db, 'system', { locationId: place.id }, { count: 10 }, sources)
    expect(delays).toMatchObject([{ strikes: 4, closed_at: expect.any(Date) as Date }])
    const evidence = await listEvidence(store.db, delays[0]?.id ?? 0)
    expect(brokenEntries(evidence)).toEqual([])
    const named = evidence.flatMap(({ facts }) => {
      const { id, strike: opening } = facts as { id?: string; strike?: { id: string } }
      return opening?.id ?? id ?? []
    })
    expect(named.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(evidence.filter(({ kind }) => kind === 'all clear')).toHaveLength(1)
  })

  it.each([
    ['checks all places', () => two.tick()],
    ['receives data that affects no place', () => two.receive({ strikes: [], coverage: [quiet()] })],
    ['reads data that affects no place', () => two.readOn()],
  ])(
    'take over from a dead leader: missing records are written and published once when the new leader first %s',
    async (_, act) => {
      await one.receive({ strikes: [strike('a')], coverage: [quiet()] })
      // The strike is stored, but the process that should record it dies first.
      await two.receive({ strikes: [strike('b')], coverage: [] })
      await second.leadership.renew()
      expect(second.leadership.term()).toBeNull()
      clock.advance(9 * secondMs)
      await second.leadership.renew()
      expect(second.leadership.term()).toBe(2)
      await act()
      await two.tick()
      const delays = await listDelays(store.db, 'system', { locationId: place.id }, { count: 10 }, sources)
      expect(delays).toMatchObject([{ strikes: 2, closed_at: null }])
      expect(await factKinds()).toEqual(['delay opened', 'delay extended'])
    },
  )

  it('leave the record to the new leader, and a leader that was asleep writes nothing', async () => {
    clock.advance(9 * secondMs)
    await second.leadership.renew()
    await one.receive({ strikes: [strike('a')], coverage: [quiet()] })
    expect(stateIn(one)).toEqual(['Delay'])
    expect(await factKinds()).toEqual([])
    // The process assumes that its term continues, like one that slept between reading its clock and writing.
    clock.advance(-9 * secondMs)
    expect(first.leadership.term()).toBe(1)
    await one.tick()
    expect(first.leadership.term()).toBeNull()
    expect(await factKinds()).toEqual([])
    await two.tick()
    expect(await factKinds()).toEqual(['delay opened'])
  })

  it('know what was written when the response was lost', async () => {
    const threeMilesAway = { ...home, latitude: home.latitude + 3 / 69 }
    await one.receive({ strikes: [{ ...strike('a'), ...threeMilesAway }], coverage: [quiet()] })
    const { commit: keep } = first.leadership
    const losing = vi.spyOn(first.leadership, 'commit').mockImplementationOnce(async work => {
      await keep(work)
      throw new Error('The connection was lost')
    })
    await expect(one.receive({ strikes: [strike('b')], coverage: [] })).rejects.toThrow('lost')
    losing.mockRestore()
    await one.tick()
    const delays = await listDelays(store.db, 'system', { locationId: place.id }, { count: 10 }, sources)
    expect(delays).toMatchObject([{ strikes: 2, closed_at: null }])
    expect(await factKinds()).toEqual(['delay opened', 'delay extended'])
  })

  it('skip nothing that commits late, because appends are serialized', async () => {
    const late = { ...strike('late'), reportedMs: nowMs(), receivedMs: nowMs(), clamped: false }
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
    const covering = one.receive({ strikes: [], coverage: [quiet()] })
    await two.tick()
    expect(stateIn(two)).toEqual(['Unknown']) // no process can read the coverage before the strike
    release()
    await slow
    await covering
    await two.tick()
    expect([stateIn(one), stateIn(two)]).toEqual([['Delay'], ['Delay']])
  })
})

describe('a ring edit that could not be read', () => {
  it('withdraws All Clear until it is read', async () => {
    await one.receive({ strikes: [], coverage: [quiet()] })
    expect(stateIn(one)).toEqual(['AllClear'])
    let isReadable = false
    first.changes.subscribe('location changed', () => {
      if (!isReadable) throw new Error('The database is away')
    })
    await second.changes.commit(async (_tx, appendFact) =>
      appendFact('location changed', {
        customerId: place.customerId,
        subject: 'location 1',
        body: { locationId: 1, userId: place.userId },
      }),
    )
    await expect(first.changes.catchUp()).rejects.toThrow('away')
    clock.advance(11 * secondMs)
    await one.receive({ strikes: [], coverage: [quiet()] })
    await expect(first.changes.catchUp()).rejects.toThrow('away')
    expect(stateIn(one)).toEqual(['Unknown'])
    isReadable = true
    await first.changes.catchUp()
    expect(stateIn(one)).toEqual(['AllClear'])
  })
})
