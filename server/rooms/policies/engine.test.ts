import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RingState } from '#domain/lightning/ring'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { minuteMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { soleLeader } from '#server/platform/leadership/testing'
import { silentLog } from '#server/platform/log'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { insertCustomer } from '#server/rooms/customers/index'
import { insertGroup } from '#server/rooms/groups/index'
import { insertUser } from '#server/rooms/users/index'
import { PolicyBook } from './register.ts'
import { mild } from '#domain/conditions/reading.testing'
import { ConditionsAt } from '#server/rooms/conditions/index'
import type { LocationRings } from '#server/rooms/locations/index'
import { StationBook } from '#server/rooms/stations/index'
import { PolicyEngine, type Values } from './engine.ts'
import { insertPolicy, type NewPolicy } from './store.ts'

let store: Store
let clock: ShiftedClock
let customerId: number
let groupId: number
const userId = randomUUID()

let places: Map<number, LocationRings>
let values: Map<number, Values | 'broken'>
let stations: StationBook
let conditions: ConditionsAt
let rings: Map<number, RingState>
let changed: number[]
let book: PolicyBook
let engine: PolicyEngine

beforeAll(async () => {
  store = await freshStore()
  clock = shiftedClock()
  await store.db.transaction().execute(async tx => {
    const now = clock.now()
    customerId = await insertCustomer(tx, { name: 'One', companyType: '', permissions: [] }, now)
    groupId = await insertGroup(tx, customerId, 'Grounds', now)
    await insertUser(tx, {
      id: userId,
      customer_id: customerId,
      user_group_id: groupId,
      user_name: 'one@one.test',
      first_name: 'One',
      last_name: '',
      email: null,
      phone_number: null,
      role: 'Customer',
      permissions: [],
      time_zone: 'CST',
      is_active: true,
      declines_notifications: false,
      created_at: now,
      activated_at: now,
    })
  })
})
afterAll(() => store.close())

const placeOf = (id: number): LocationRings => ({
  id,
  customerId,
  userId,
  label: `Place ${id}`,
  latitude: 35,
  longitude: -97,
  radiiMiles: [8, 0, 0, 0],
  allClearMinutes: 30,
})

async function openEngine(): Promise<PolicyEngine> {
  book = new PolicyBook()
  await book.load(store.db)
  changed = []
  const opened = new PolicyEngine({
    db: store.db,
    clock,
    log: silentLog,
    book,
    sources: { simulated: false },
    leadership: (await soleLeader(store.db, clock)).leadership,
    locations: {
      find: id => places.get(id),
      all: () => places.values(),
    },
    valuesAt: (place, nowMs, accepts) => {
      const known = values.get(place.id) ?? {}
      if (known === 'broken') throw new Error('a broken thermometer')
      return { ...conditions.policyValues(place, nowMs, accepts), ...known }
    },
    ringState: id => rings.get(id),
    lastStrikeMiles: () => null,
    onChanged: place => changed.push(place.id),
  })
  await opened.start()
  return opened
}

function addPolicy(policy: Partial<NewPolicy> & { type: PolicyShortName; threshold: number }) {
  return store.db
    .transaction()
    .execute(tx =>
      insertPolicy(tx, { customerId, allClearMinutes: 30, groups: [groupId], ...policy }, clock.now()),
    )
}

/** Sets a fresh value of the quantity that a policy evaluates. */
function set(id: number, type: PolicyShortName, value: number) {
  const source = {
    id: 'station 1',
    name: 'a station',
    kind: 'station',
    latitude: 35,
    longitude: -97,
  } as const
  const measured = { kind: 'fresh', value, observedMs: clock.now().getTime(), source } as const
  const known = values.get(id)
  values.set(id, { ...(known === 'broken' ? {} : known), [type]: measured })
}

const rows = async () =>
  (
    await sql<{
      location_id: number
      policy_type: string
      ended_at: Date | null
      end_because: string | null
    }>`
      select location_id, policy_type, ended_at, end_because from warnings order by id`.execute(store.db)
  ).rows

beforeEach(async () => {
  await sql`truncate policies, policy_groups, warnings cascade`.execute(store.db)
  places = new Map([
    [1, placeOf(1)],
    [2, placeOf(2)],
  ])
  values = new Map()
  stations = new StationBook()
  conditions = new ConditionsAt(stations, () => undefined)
  rings = new Map()
})

describe('a warning', () => {
  it('is stored before it is published, and ends after its time', async () => {
    await addPolicy({ type: 'HEAT', threshold: 95 })
    engine = await openEngine()
    set(1, 'HEAT', 96)
    set(2, 'HEAT', 80)
    await engine.lookAtAll()
    expect(changed).toEqual([1])
    expect(engine.standingAt(1)).toMatchObject([{ policy: { type: 'HEAT' }, warning: { value: 96 } }])
    expect(engine.standingAt(2)).toEqual([])
    expect(await rows()).toMatchObject([{ location_id: 1, policy_type: 'HEAT', ended_at: null }])

    set(1, 'HEAT', 90)
    await engine.lookAtAll()
    clock.advance(30 * minuteMs)
    set(1, 'HEAT', 90)
    await engine.lookAtAll()
    expect(engine.standingAt(1)).toEqual([])
    expect(await rows()).toMatchObject([{ end_because: 'No breach of 95 for 30 minutes' }])
  })

  it('survives a restart, and is uncertain until there is a value', async () => {
    await addPolicy({ type: 'WIND', threshold: 30 })
    engine = await openEngine()
    set(1, 'WIND', 35)
    await engine.lookAtAll()
    values.clear()
    engine = await openEngine()
    expect(engine.standingAt(1)).toMatchObject([{ warning: { value: 35 } }])
    clock.advance(2 * 60 * minuteMs)
    await engine.lookAtAll()
    expect(engine.standingAt(1)).toMatchObject([{ warning: { unsure: 'missing' } }])
    expect((await rows()).filter(row => row.ended_at === null)).toHaveLength(1)
  })

  it('ends with a reason when its policy no longer applies', async () => {
    await addPolicy({ type: 'WIND', threshold: 30 })
    engine = await openEngine()
    set(1, 'WIND', 35)
    await engine.lookAtAll()
    await sql`delete from policies`.execute(store.db)
    await book.load(store.db)
    await engine.lookAtAll()
    expect(engine.standingAt(1)).toEqual([])
    expect(await rows()).toMatchObject([{ end_because: 'The policy no longer applies' }])
  })

  it('is re-evaluated when its policy is edited, and recorded with the current settings', async () => {
    await addPolicy({ type: 'HEAT', threshold: 95 })
    engine = await openEngine()
    set(1, 'HEAT', 101)
    await engine.lookAtAll()
    const edit = async (threshold: number) => {
      await sql`update policies set threshold = ${threshold}`.execute(store.db)
      await book.load(store.db)
      changed = []
      await engine.lookAtEach([placeOf(1)])
    }
    await edit(98)
    expect(engine.standingAt(1)).toMatchObject([{ warning: { threshold: 98, leftMs: null } }])
    expect(changed).toEqual([1])
    const { rows: open } = await sql`select threshold from warnings where ended_at is null`.execute(store.db)
    expect(open).toEqual([{ threshold: 98 }])
    await engine.lookAtAll()
    expect(changed).toEqual([1])
    await edit(105)
    expect(engine.standingAt(1)).toMatchObject([{ warning: { leftMs: expect.any(Number) } }])
  })

  it('ends when its location is removed', async () => {
    await addPolicy({ type: 'WIND', threshold: 30 })
    engine = await openEngine()
    set(1, 'WIND', 35)
    await engine.lookAtAll()
    places.delete(1)
    await engine.forget(1)
    expect(await rows()).toMatchObject([{ end_because: 'The location was removed' }])
  })
})

describe('a warning at a place with a mast of its own and a distant airport', () => {
  function report(id: number, network: 'station' | 'metar', latitude: number, windMph: number) {
    const known = stations.set({
      id,
      source: 'test',
      source_id: String(id),
      network,
      customer_id: network === 'station' ? customerId : null,
      name: network === 'station' ? 'Mast' : 'KOUN',
      latitude,
      longitude: -97,
      elevation_feet: 1170,
      time_zone: 'America/Chicago',
      image_url: null,
      is_public: false,
      dropped_at: null,
      dropped_because: null,
      past_told_through: null,
      past_wanted_to: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    const measures = { ...mild, windMph, gustMph: windMph }
    stations.hold(known, { timeMs: clock.now().getTime(), measures, olderMs: {} })
  }
  const mast = (windMph: number) => report(1, 'station', 35, windMph)
  const airport = (windMph: number) => report(2, 'metar', 35.4, windMph)
  async function later(minutes: number) {
    clock.advance(minutes * minuteMs)
    airport(8)
    await engine.lookAtAll()
  }

  it('outlasts the mast’s power failure and a restart, and is given up without an all clear', async () => {
    await addPolicy({ type: 'WIND', threshold: 40 })
    engine = await openEngine()
    places.delete(2)
    mast(65)
    await later(0)
    expect(engine.standingAt(1)).toMatchObject([{ warning: { value: 65, source: { name: 'Mast' } } }])
    await later(20)
    expect(engine.standingAt(1)).toMatchObject([{ warning: { leftMs: null, unsure: 'stale' } }])
    expect(engine.explain(1)[0]?.step.because).toContain('KOUN reports 8, but only Mast')
    engine = await openEngine()
    await later(100)
    expect(engine.standingAt(1)).toMatchObject([{ warning: { leftMs: null, source: { name: 'Mast' } } }])
    await later(30)
    expect(engine.standingAt(1)).toEqual([])
    expect(await rows()).toMatchObject([
      { end_because: expect.stringMatching(/^It is no longer measured there/) },
    ])
    const { rows: facts } = await sql<{ body: object }>`
      select body from facts where kind = 'warning ended' order by number desc limit 1`.execute(store.db)
    expect(facts).toMatchObject([{ body: { isAllClear: false } }])
  })

  it('ends by the mast when it reports again', async () => {
    await addPolicy({ type: 'WIND', threshold: 40 })
    engine = await openEngine()
    places.delete(2)
    mast(65)
    await later(0)
    await later(20)
    mast(12)
    await later(0)
    expect(engine.standingAt(1)).toMatchObject([{ warning: { leftMs: expect.any(Number), unsure: null } }])
  })
})

describe('one location', () => {
  it('with an error hides no other, and is not clear because of it', async () => {
    await addPolicy({ type: 'HEAT', threshold: 95 })
    engine = await openEngine()
    set(1, 'HEAT', 99)
    await engine.lookAtAll()
    values.set(1, 'broken')
    set(2, 'HEAT', 99)
    await engine.lookAtAll()
    expect(engine.standingAt(2)).toHaveLength(1)
    expect(engine.standingAt(1)).toMatchObject([{ warning: { unsure: 'missing' } }])
  })
})

describe('lightning', () => {
  it('is checked when a ring changes, and follows only the ring', async () => {
    await addPolicy({ type: 'LR1', threshold: 8 })
    engine = await openEngine()
    const nowMs = clock.now().getTime()
    rings.set(1, {
      state: 'Delay',
      because: 'strike',
      lastStrikeMs: nowMs,
      endsMs: nowMs + 30 * minuteMs,
      stale: false,
    })
    await engine.lookAtLightning([1])
    expect(engine.standingAt(1)).toMatchObject([{ policy: { type: 'LR1' }, warning: { leftMs: nowMs } }])
    rings.set(1, { state: 'Unknown', because: 'feed silent', sinceMs: nowMs, earliestClearMs: null })
    await engine.lookAtLightning([1])
    expect(engine.standingAt(1)).toMatchObject([{ warning: { unsure: 'missing' } }])
    rings.set(1, { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs })
    await engine.lookAtLightning([1])
    expect(engine.standingAt(1)).toEqual([])
  })

  it('ends with its ring, even if that takes longer than the policy requires', async () => {
    await addPolicy({ type: 'LR1', threshold: 8, allClearMinutes: 30 })
    engine = await openEngine()
    const lastStrikeMs = clock.now().getTime()
    const endsMs = lastStrikeMs + 60 * minuteMs
    rings.set(1, { state: 'Delay', because: 'strike', lastStrikeMs, endsMs, stale: false })
    await engine.lookAtLightning([1])
    expect(engine.standingAt(1)).toMatchObject([
      { policy: { allClearMinutes: 60 }, warning: { leftMs: lastStrikeMs } },
    ])
  })
})

describe('which policies apply', () => {
  it('those of the person’s group and of all groups, the strictest of each type', async () => {
    await addPolicy({ type: 'HEAT', threshold: 100 })
    await addPolicy({ type: 'HEAT', threshold: 90, groups: 'all' })
    await addPolicy({ type: 'WIND', threshold: 20, groups: [] })
    engine = await openEngine()
    expect(book.effectiveFor(userId).map(({ type, threshold }) => [type, threshold])).toEqual([['HEAT', 90]])
  })

  it('explains each one', async () => {
    await addPolicy({ type: 'HEAT', threshold: 95 })
    await addPolicy({ type: 'GUST', threshold: 40 })
    await addPolicy({ type: 'LR1', threshold: 8 })
    engine = await openEngine()
    set(1, 'HEAT', 90)
    const why = engine.explain(1)
    expect(why.map(({ step }) => step.because)).toEqual([
      '90 has not reached the threshold of 95',
      'Neither a station within 30 miles nor an analysis reports gusts',
      'The ring is Unknown: starting',
    ])
  })
})
