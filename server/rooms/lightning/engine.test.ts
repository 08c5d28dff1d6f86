import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LocationDelay } from '#contract/weather/lightning'
import type { LiveEvent } from '#contract/live'
import { destination } from '#domain/geo/distance'
import type { Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs, systemClock } from '#server/platform/clock'
import type { Facts } from '#server/facts'
import type { Leadership } from '#server/platform/leadership/index'
import { soleLeader } from '#server/platform/leadership/testing'
import { silentLog } from '#server/platform/log'
import { createReaders } from '#server/rooms/live/index'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { streamEventOf } from '#server/platform/http/stream'
import { sourcesOf } from '#server/sources'
import { LightningEngine } from './engine.ts'
import { brokenEntries } from './records/evidence.ts'
import { appendToLog } from './store/log.ts'
import { listDelays, listEvidence } from './store/delays.ts'
import type { LocationRings } from '#server/rooms/locations/index'
import { sql } from 'kysely'

const feed = 'simulated'
const sources = sourcesOf({ feeds: 'simulated' })
const userId = '00000000-0000-4000-8000-000000000001'
const home = { latitude: 35.2226, longitude: -97.4395 }
let store: Store
let customerId: number
let places: Map<number, LocationRings>
let clock: ShiftedClock
let leadership: Leadership<Facts>
const isCurrent = true
let engine: LightningEngine
let events: LiveEvent[]
let strikesMade = 0

function place(id: number, change: Partial<LocationRings> = {}): LocationRings {
  return {
    id,
    customerId,
    userId,
    label: 'Norman Stadium',
    ...home,
    radiiMiles: [8, 16, 26, 0],
    allClearMinutes: 30,
    ...change,
  }
}

async function openEngine(): Promise<LightningEngine> {
  const readers = createReaders()
  const opened = new LightningEngine({
    db: store.db,
    clock,
    log: silentLog,
    readers,
    sources,
    leadership,
    isCurrent: () => isCurrent,
    loadPlaces: () => [...places.values()],
    findPlace: id => places.get(id),
    seenBy: () => [...places.values()],
  })
  events = []
  readers.add(
    { kind: 'person', userId },
    {
      send: frame => void events.push(streamEventOf(frame) as LiveEvent),
      close: () => {},
    },
  )
  await opened.start()
  return opened
}

/** A strike this many miles north of the place, this long ago. */
function strike(miles: number, agoMs = 0, change: Partial<Strike> = {}): Strike {
  const at = destination(home, 0, miles) ?? home
  return {
    id: `s${++strikesMade}`,
    source: feed,
    timeMs: clock.now().getTime() - agoMs,
    ...at,
    amp: -20,
    type: 3,
    positionErrorMiles: 0,
    ...change,
  }
}

const covered = (fromAgoMs: number, toAgoMs = 0, source = feed) => {
  const nowMs = clock.now().getTime()
  return { source, fromMs: nowMs - fromAgoMs, toMs: nowMs - toAgoMs }
}
const hear = (strikes: Strike[], coverage = [covered(90 * minuteMs)]) => engine.receive({ strikes, coverage })
const states = (delay: LocationDelay | undefined) => delay?.statements.map(statement => statement.state)
const now = () => states(engine.delayOf(1))

/** Advances the time while the feed keeps reporting that there are no strikes. */
async function quiet(ms: number) {
  clock.advance(ms)
  await hear([], [covered(ms + 10 * secondMs)])
  await engine.tick()
}

beforeAll(async () => {
  store = await freshStore()
  leadership = (await soleLeader(store.db, systemClock)).leadership
  const rows = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', now()) returning id`.execute(store.db)
  customerId = rows.rows[0]?.id ?? 0
})
beforeEach(async () => {
  await sql`truncate strikes, coverage_spans, delays, lightning_cursors cascade`.execute(store.db)
  clock = shiftedClock()
  places = new Map([[1, place(1)]])
  engine = await openEngine()
})
afterAll(() => store.close())

describe('the state of a location', () => {
  it('gives the distance and position of the strike each ring counts from, even after a restart', async () => {
    await hear([strike(5, 60 * secondMs), strike(20)])
    engine = await openEngine()
    const where = engine.delayOf(1)?.statements.map(each => [each.lastStrikeMiles, each.lastStrikeBearing])
    const near: unknown = expect.closeTo(5, 1)
    expect(where).toEqual([near, near, expect.closeTo(20, 1) as unknown].map(miles => [miles, 0]))
    await quiet(31 * minuteMs)
    expect(engine.delayOf(1)?.statements[0]?.lastStrikeMiles).toBeNull()
  })

  it('is Unknown where no feed has coverage, even if one proves other areas, and a strike still opens a delay', async () => {
    places.set(2, place(2, { latitude: 61.2, longitude: -149.9 }))
    await engine.follow(2)
    await hear([])
    expect(now()).toEqual(['AllClear', 'AllClear', 'AllClear'])
    expect(states(engine.delayOf(2))).toEqual(['Unknown', 'Unknown', 'Unknown'])
    expect(engine.ringState(2, 1)).toMatchObject({ because: 'no coverage', earliestClearMs: null })
    await hear([strike(0, 0, { latitude: 61.2, longitude: -149.9 })])
    expect(states(engine.delayOf(2))).toEqual(['Delay', 'Delay', 'Delay'])
    await quiet(31 * minuteMs)
    expect(states(engine.delayOf(2))).toEqual(['Unknown', 'Unknown', 'Unknown'])
  })

  it('includes a strike in the log, whichever process wrote it and however its id is encoded', async () => {
    await hear([])
    const late = strike(5)
    const asHeard = { ...late, reportedMs: late.timeMs, receivedMs: late.timeMs, clamped: false }
    await store.db.transaction().execute(tx => appendToLog(tx, [asHeard], [])) // and the response was lost
    expect(await hear([late])).toEqual({ accepted: 0, known: 1 })
    expect(now()).toEqual(['Delay', 'Delay', 'Delay'])

    await sql`truncate strikes, delays cascade`.execute(store.db)
    engine = await openEngine()
    await hear([])
    // The database stores a different id than the one that was sent.
    expect(await hear([strike(5, 0, { id: '\ud800' })])).toEqual({ accepted: 1, known: 0 })
    expect(now()).toEqual(['Delay', 'Delay', 'Delay'])
  })

  it('records every strike behind a delay, whether it arrived before or after its ring was widened', async () => {
    const [older, newer] = [strike(12, 5 * minuteMs), strike(5)]
    for (const order of ['edit first', 'strike first'] as const) {
      await sql`truncate strikes, coverage_spans, delays, lightning_cursors cascade`.execute(store.db)
      places.set(1, place(1, { radiiMiles: [8, 0, 0, 0] }))
      engine = await openEngine()
      await hear([older])
      places.set(1, place(1, { radiiMiles: [16, 0, 0, 0] }))
      await Promise.all(
        order === 'edit first'
          ? [engine.follow(1), hear([newer], [])]
          : [hear([newer], []), engine.follow(1)],
      )
      const [record] = await listDelays(store.db, 'system', { locationId: 1 }, { count: 1 }, sources)
      expect(record?.strikes, order).toBe(2)
      const evidence = await listEvidence(store.db, record?.id ?? 0)
      expect(JSON.stringify(evidence.map(({ facts }) => facts))).toContain(older.id)
    }
  })

  it('keeps the end of a delay when its location is moved, and says so instead of naming a far strike', async () => {
    await hear([strike(2)])
    places.set(1, place(1, { latitude: 45 }))
    await engine.follow(1)
    expect(engine.delayOf(1)?.statements[0]).toMatchObject({
      state: 'Delay',
      because: expect.stringMatching(/^Kept from its old position until \d+:\d\d [AP]M$/) as string,
      isKept: true,
      lastStrike: null,
      lastStrikeMiles: null,
    })
    // After a restart, the old position is not known anymore.
    engine = await openEngine()
    expect(engine.delayOf(1)?.statements[0]).toMatchObject({
      state: 'Delay',
      because: expect.stringMatching(/^Kept from before it was changed until/) as string,
    })
  })

  it('counts a strike once when it is reported twice', async () => {
    const twice = strike(5)
    await hear([twice, twice])
    await hear([twice])
    const [record] = await listDelays(store.db, 'system', { locationId: 1 }, { count: 1 }, sources)
    expect(record?.strikes).toBe(1)
  })

  it('is Unknown until a feed has proven something', async () => {
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    await hear([], [covered(29 * minuteMs)])
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    await hear([], [covered(31 * minuteMs)])
    expect(now()).toEqual(['AllClear', 'AllClear', 'AllClear'])
  })

  it('opens each ring that contains the strike, counts down, and clears only with proof', async () => {
    await hear([strike(12)])
    expect(now()).toEqual(['AllClear', 'Delay', 'Delay'])
    expect(engine.delayOf(1)).toMatchObject({ item1: '00:00:00', item2: '00:30:00', item4: '00:00:00' })
    await quiet(29 * minuteMs)
    expect(engine.delayOf(1)?.item2).toBe('00:01:00')
    clock.advance(2 * minuteMs)
    await engine.tick()
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    expect(engine.delayOf(1)?.item1).toBeNull()
    await hear([], [covered(3 * minuteMs)])
    await engine.tick()
    expect(now()).toEqual(['AllClear', 'AllClear', 'AllClear'])
  })

  it('is Unknown everywhere within 22 seconds after the feed goes silent', async () => {
    await hear([])
    expect(now()).toEqual(['AllClear', 'AllClear', 'AllClear'])
    clock.advance(21 * secondMs)
    await engine.tick()
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    expect(events.at(-1)).toMatchObject({ kind: 'lease' })
    expect(events.findLast(event => event.kind === 'delay')).toMatchObject({
      delay: {
        statements: [{ state: 'Unknown', because: 'The lightning feed has stopped reporting' }, {}, {}],
      },
    })
  })

  it('reopens after a late strike, and an old strike never shortens a delay', async () => {
    await hear([strike(5, 20 * minuteMs)])
    expect(engine.delayOf(1)?.item1).toBe('00:10:00')
    await hear([strike(5, 25 * minuteMs)])
    expect(engine.delayOf(1)?.item1).toBe('00:10:00')
    await quiet(11 * minuteMs)
    expect(now()?.[0]).toBe('AllClear')
    await hear([strike(5, 12 * minuteMs)], [])
    expect(now()?.[0]).toBe('Delay')
  })

  it('accepts a strike once, and treats a future strike as happening now', async () => {
    const twice = strike(5)
    expect(await hear([twice])).toEqual({ accepted: 1, known: 0 })
    expect(await hear([twice])).toEqual({ accepted: 0, known: 1 })
    const ahead = strike(5, -10 * secondMs)
    expect(await hear([ahead])).toEqual({ accepted: 1, known: 0 })
    expect(engine.delayOf(1)?.item1).toBe('00:30:00')
    clock.advance(20 * secondMs) // the strike's own time has passed by now
    expect(await hear([ahead])).toEqual({ accepted: 0, known: 1 })
  })

  it('is not proven by a feed that lost the position of its strikes', async () => {
    await hear([strike(5, 0, { latitude: NaN })])
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    await hear([strike(5, 0, { latitude: 91 }), strike(5)], [])
    expect(now()?.[0]).toBe('Delay')
    engine = await openEngine()
    expect(now()?.[0]).toBe('Delay')
  })

  it('includes a strike with an uncertain position', async () => {
    await hear([strike(12, 0, { positionErrorMiles: 5 })])
    expect(now()?.[0]).toBe('Delay')
  })

  it('is not proven by a source that covers part of the country', async () => {
    await hear([], [covered(90 * minuteMs, 0, 'key 1')])
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    await hear([strike(3, 0, { source: 'key 1' })], [])
    expect(now()?.[0]).toBe('Delay')
  })

  it('cannot be proven in advance', async () => {
    await hear([], [covered(90 * minuteMs, -60 * minuteMs)])
    clock.advance(30 * secondMs)
    await engine.tick()
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
  })
})

describe('edits', () => {
  it('never end a running delay by shrinking, shortening or disabling a ring', async () => {
    await hear([strike(7)])
    places.set(1, place(1, { radiiMiles: [2, 0, 0, 0], allClearMinutes: 10 }))
    await engine.follow(1)
    expect(now()).toEqual(['Delay', 'Delay', 'Delay'])
    await quiet(11 * minuteMs)
    expect(now()).toEqual(['Delay', 'Delay', 'Delay'])
  })

  it('re-evaluate the strikes of the last hour', async () => {
    await hear([strike(30)])
    expect(now()).toEqual(['AllClear', 'AllClear', 'AllClear'])
    places.set(1, place(1, { radiiMiles: [8, 16, 26, 40] }))
    await engine.follow(1)
    expect(now()).toEqual(['AllClear', 'AllClear', 'AllClear', 'Delay'])
  })

  it('are sent even if no state changes, because a screen also shows the radii', async () => {
    await hear([])
    await engine.tick()
    events.length = 0
    places.set(1, place(1, { radiiMiles: [9, 16, 26, 0] }))
    await engine.follow(1)
    expect(events).toMatchObject([
      { kind: 'delay', delay: { statements: [{ radiusMiles: 9, state: 'AllClear' }, {}, {}] } },
      expect.not.objectContaining({ isRemoved: true }),
    ])
  })

  it('start watching new locations and stop watching removed ones', async () => {
    await hear([strike(3)])
    places.set(2, place(2, { label: 'Second' }))
    await engine.follow(2)
    expect(states(engine.delayOf(2))?.[0]).toBe('Delay')
    places.delete(2)
    await engine.follow(2)
    expect(engine.delayOf(2)).toBeUndefined()
    expect(events.at(-1)).toMatchObject({ kind: 'locations-changed', locationId: 2, isRemoved: true })
    const [record] = await listDelays(store.db, 'system', { locationId: 2 }, { count: 1 }, sources)
    expect(record).toMatchObject({ closed_at: expect.any(Date) as unknown, strikes: 1 })
    // The strike came before the location existed, but is on record.
    const [opened] = await listEvidence(store.db, record?.id ?? 0)
    expect(opened).toMatchObject({ kind: 'opened', facts: { strike: { distanceMiles: 3 } } })
  })
})

describe('a restart', () => {
  it('restores every delay with its promised end', async () => {
    await hear([strike(5), strike(20)])
    places.set(1, place(1, { allClearMinutes: 10 }))
    engine = await openEngine()
    expect(now()).toEqual(['Delay', 'Delay', 'Delay'])
    expect(engine.delayOf(1)?.item1).toBe('00:30:00')
  })

  it('reports nothing before it has read the log', () => {
    const unread = new LightningEngine({
      db: store.db,
      clock,
      log: silentLog,
      readers: createReaders(),
      sources,
      leadership,
      isCurrent: () => true,
      loadPlaces: () => [...places.values()],
      findPlace: id => places.get(id),
      seenBy: () => [...places.values()],
    })
    expect(unread.isReady).toBe(false)
    expect(unread.delayOf(1)).toBeUndefined()
    expect(unread.delaysOf({ kind: 'person', userId })).toEqual([])
  })

  it('leaves a gap while no process received data, and closes it when the feed backfills', async () => {
    await hear([])
    clock.advance(5 * minuteMs)
    engine = await openEngine()
    await hear([], [covered(10 * secondMs)])
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    await hear([], [covered(6 * minuteMs)])
    await engine.tick()
    expect(now()).toEqual(['AllClear', 'AllClear', 'AllClear'])
  })
})

describe('a failing database', () => {
  it('ignores strikes and proof that were not written', async () => {
    await sql`alter table strikes add constraint no_more check (latitude > 90) not valid`.execute(store.db)
    await expect(hear([strike(5)])).rejects.toThrow()
    expect(now()).toEqual(['Unknown', 'Unknown', 'Unknown'])
    await sql`alter table strikes drop constraint no_more`.execute(store.db)
    await hear([strike(5)])
    expect(now()?.[0]).toBe('Delay')
  })

  it('sends no lease while records cannot be written', async () => {
    await sql`alter table delays add constraint no_more check (ring > 4) not valid`.execute(store.db)
    await expect(hear([strike(5)])).rejects.toThrow()
    clock.advance(5 * secondMs)
    await expect(engine.tick()).rejects.toThrow()
    expect(events.filter(event => event.kind === 'lease')).toEqual([])
    await sql`alter table delays drop constraint no_more`.execute(store.db)
    await engine.tick()
    const [record] = await listDelays(store.db, 'system', { locationId: 1 }, { count: 1 }, sources)
    expect(record?.strikes).toBe(1)
  })
})

describe('the record of a delay', () => {
  it('chains every strike with distance and direction, and the end of the delay', async () => {
    await hear([strike(5)])
    clock.advance(minuteMs)
    await hear([strike(7.5), strike(6)])
    await quiet(31 * minuteMs)
    const delays = await listDelays(store.db, customerId, { locationId: 1 }, { count: 10 }, sources)
    const first = delays.find(delay => delay.ring === 1)
    expect(first).toMatchObject({ strikes: 3, location_label: 'Norman Stadium', radius_miles: 8 })
    expect(first?.closed_at).not.toBeNull()
    const evidence = await listEvidence(store.db, first?.id ?? 0)
    expect(evidence.map(entry => entry.kind)).toEqual(['opened', 'extended', 'extended', 'all clear'])
    expect(evidence[1]?.facts).toMatchObject({ distanceMiles: 7.5, direction: 'N' })
    expect(brokenEntries(evidence)).toEqual([])
    const forged = evidence.map(entry =>
      entry.number === 2 ? { ...entry, facts: { distanceMiles: 9 } } : entry,
    )
    expect(brokenEntries(forged)).toEqual([2])
    expect(brokenEntries(evidence.filter(entry => entry.number !== 2)).length).toBeGreaterThan(0)
  })
})

describe('statements', () => {
  it('are sent once per change, and never after a newer one', async () => {
    await hear([])
    for (let n = 0; n < 5; n++) await engine.tick()
    await hear([strike(5)])
    await engine.tick()
    const delays = events.filter(event => event.kind === 'delay')
    expect(delays.length).toBe(3)
    const seqs = delays.map(event => event.delay.statements[0]?.seq ?? 0)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  })
})
