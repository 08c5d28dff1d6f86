import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reply } from '#contract/call'
import { addLocation } from '#contract/places/locations'
import { getStatus, setFeedFault } from '#contract/status'
import {
  getStormArrival,
  listStormVectors,
  type StormArrival,
  type StormFeature,
} from '#contract/weather/storms'
import { destination, distanceMiles, type Point } from '#domain/geo/distance'
import { stormCell } from '#domain/radar/storm-cell.testing'
import { minuteMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { insertPolicy } from '#server/rooms/policies/index'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'
import { StormBook } from './engine.ts'

const feed = 'Simulated storm cells'

describe('the known cells', () => {
  const nowMs = Date.UTC(2026, 6, 1, 18)
  const list = (asOfMs: number, ...ids: string[]) => ({
    source: 'test',
    asOfMs,
    cells: ids.map((id, index) => stormCell({ id, latitude: 30 + index, issuedMs: asOfMs })),
  })
  const idsIn = (book: StormBook, timeMs: number) => book.known(timeMs)?.cells.map(({ id }) => id)

  const idsAt = (book: StormBook, timeMs: number) => book.knownAt(timeMs)?.cells.map(({ id }) => id)

  it('are unknown before the first list and after 15 minutes, while an empty list is known', () => {
    const book = new StormBook()
    expect(idsIn(book, nowMs)).toBeUndefined()
    book.receive(list(nowMs))
    expect(idsIn(book, nowMs + 15 * minuteMs)).toEqual([])
    expect(idsIn(book, nowMs + 15 * minuteMs + 1)).toBeUndefined()
  })

  it('are the newest list, even if an older one arrives late', () => {
    const book = new StormBook()
    book.receive(list(nowMs, 'one'))
    book.receive(list(nowMs - minuteMs, 'old'))
    expect(idsIn(book, nowMs)).toEqual(['one'])
    book.receive(list(nowMs + minuteMs, 'two'))
    expect(idsIn(book, nowMs + minuteMs)).toEqual(['two'])
  })

  it('are available for every instant of the last two hours, as known then', () => {
    const book = new StormBook()
    for (let minutes = 180; minutes >= 0; minutes -= 5)
      book.receive(list(nowMs - minutes * minuteMs, `${minutes} min ago`))
    expect(idsAt(book, nowMs)).toEqual(['0 min ago'])
    expect(idsAt(book, nowMs - 58 * minuteMs)).toEqual(['60 min ago'])
    expect(idsAt(book, nowMs - 120 * minuteMs)).toEqual(['120 min ago'])
    expect(idsAt(book, nowMs - 150 * minuteMs)).toBeUndefined()
  })

  it('are unknown for a time without data', () => {
    const book = new StormBook()
    book.receive(list(nowMs - 60 * minuteMs, 'before'))
    book.receive(list(nowMs, 'after'))
    expect(idsAt(book, nowMs - 50 * minuteMs)).toEqual(['before'])
    expect(idsAt(book, nowMs - 40 * minuteMs)).toBeUndefined()
    expect(idsAt(book, nowMs - 70 * minuteMs)).toBeUndefined()
  })

  it('come from a backup while its source is silent, and from the source when it is back', () => {
    const book = new StormBook()
    const backup = (asOfMs: number, id: string) => ({
      ...list(asOfMs, id),
      source: 'backup',
      standsInFor: 'test',
    })
    book.receive(list(nowMs, 'one'))
    book.receive(backup(nowMs + 10 * minuteMs, 'two'))
    expect(idsIn(book, nowMs + 20 * minuteMs)).toEqual(['two'])
    book.receive(list(nowMs + 21 * minuteMs, 'three'))
    expect(idsIn(book, nowMs + 30 * minuteMs)).toEqual(['three'])
    expect(idsIn(book, nowMs + 37 * minuteMs)).toBeUndefined()
  })

  it('are as old as the source that has been silent longest', () => {
    const book = new StormBook()
    book.receive(list(nowMs, 'one'))
    book.receive({ ...list(nowMs + 10 * minuteMs, 'two'), source: 'other' })
    expect(book.known(nowMs + 10 * minuteMs)?.asOfMs).toBe(nowMs)
    expect(idsIn(book, nowMs + 16 * minuteMs)).toBeUndefined()
  })
})

describe('storms in a running server', () => {
  /** On a summer afternoon there are storms all over the country. */
  const clock = shiftedClock(Date.UTC(2030, 5, 1, 22))
  let world: TestHouse
  let person: TestPerson
  let stranger: TestPerson
  let support: TestPerson
  let params: { id: string }
  let cellId: string
  let inItsWay: Point

  async function added(as: TestPerson): Promise<{ id: string }> {
    const body = { label: 'In its way', ...inItsWay, radius1: 10, radius2: 20 }
    const answer = await world.ask(addLocation, { body }, as)
    return { id: String((answer.body.data as { location: { id: number } }).location.id) }
  }

  const arrival = async (as = person) => world.ask(getStormArrival, { params }, as)
  const pointOf = ([longitude, latitude]: readonly [number, number]) => ({ longitude, latitude })

  async function features(): Promise<StormFeature[]> {
    const { status, body } = await world.ask(listStormVectors, { query: {} }, person)
    expect(status).toBe(200)
    return (body.data as Reply<typeof listStormVectors>).features
  }

  beforeAll(async () => {
    const worldExtent = { ...withoutPast, sources: ['storm cells'] } as const
    world = await testHouse({ clock, environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
    person = await world.person({ role: 'Customer', customerId: await world.customer() })
    stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
    support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
    const fast = (await vi.waitFor(features, 10_000)).find(
      ({ properties }) => (properties.Movement?.SpeedMs ?? 0) > 10,
    )
    if (!fast?.properties.Movement) throw new Error('none of the storms is fast')
    cellId = fast.properties.Id
    const ahead = destination(pointOf(fast.geometry.coordinates), fast.properties.Movement.Heading, 35)
    if (!ahead) throw new Error('every heading leads somewhere')
    inItsWay = ahead
    params = await added(person)
  })
  afterAll(() => world.close())

  it('reports a storm approaching a place, with its rings', async () => {
    const reported = (await arrival()).body.data as StormArrival
    if (reported.outlook !== 'coming') throw new Error(`it should come: ${reported.because}`)
    expect(reported.rings.map(({ ring, radiusMiles }) => [ring, radiusMiles])).toEqual([
      [1, 10],
      [2, 20],
    ])
    expect(reported.rings.map(ring => ring.arrival)).not.toContain('passes')
    const storm = reported.storms.find(({ id }) => id === cellId)
    expect(storm).toMatchObject({ isHeadingHere: true, going: 'approaching' })
    expect(storm?.nearest?.miles).toBeLessThan(1)
    expect(reported.watched).toBeGreaterThanOrEqual(reported.storms.length)
  })

  it('does not report the absence of storms where there is no radar coverage', async () => {
    const body = { label: 'Dock', latitude: 61.2, longitude: -149.9, radius1: 10 }
    const dock = await world.ask(addLocation, { body }, person)
    const id = String((dock.body.data as { location: { id: number } }).location.id)
    const answer = await world.ask(getStormArrival, { params: { id } }, person)
    expect(answer.status).toBe(503)
    expect(answer.body.responseException?.message).toBe('No radar covers this location.')
  })

  it('is not visible to other people', async () => {
    expect((await arrival(stranger)).status).toBe(404)
    expect((await world.ask(listStormVectors, { query: {} }, stranger)).status).toBe(200)
  })

  it('the map has every cell as GeoJSON, with its track in quarters of an hour', async () => {
    const moving = (await features()).find(({ properties }) => properties.Movement !== null)
    if (!moving) throw new Error('some cells have a track')
    const { geometry, properties } = moving
    expect(properties.Track.map(({ Minutes }) => Minutes)).toEqual([15, 30, 45, 60])
    const miles = properties.Track.map(each =>
      distanceMiles(pointOf(geometry.coordinates), pointOf(each.coordinates)),
    )
    const hourMiles = (properties.Movement?.SpeedMs ?? NaN) * 2.236936
    expect(Math.abs((miles.at(-1) ?? NaN) - hourMiles)).toBeLessThan(0.2)
  })

  it('the map also has the cells of the last two hours, and reports what it does not know', async () => {
    const past = async (minutes: number) => {
      const at = new Date(clock.now().getTime() - minutes * minuteMs).toISOString()
      return world.ask(listStormVectors, { query: { at } }, person)
    }
    const hourAgo = (await past(60)).body.data as Reply<typeof listStormVectors>
    expect(hourAgo.features.length).toBeGreaterThan(0)
    for (const { properties } of hourAgo.features) {
      const minutesAgo = (clock.now().getTime() - Date.parse(properties.IssueTime)) / minuteMs
      expect(minutesAgo).toBeGreaterThanOrEqual(60)
      expect(minutesAgo).toBeLessThan(75)
    }
    const tooEarly = await past(240)
    expect(tooEarly.status).toBe(503)
    expect(tooEarly.body.responseException?.message).toBe('Storm cells at this time are unknown.')
  })

  it('uses the rings in force, which a policy makes larger', async () => {
    const customerId = await world.customer()
    const bound = await world.person({ role: 'Customer', customerId })
    const place = { params: await added(bound) }
    const policy = { customerId, type: 'LR1', threshold: 15, allClearMinutes: 30, groups: 'all' } as const
    await world.house.store.db.transaction().execute(tx => insertPolicy(tx, policy, clock.now()))
    // A new person causes the policies to be reloaded.
    await added(await world.person({ role: 'Customer', customerId: await world.customer() }))
    await vi.waitFor(async () => {
      const reported = (await world.ask(getStormArrival, place, bound)).body.data as StormArrival
      expect('rings' in reported && reported.rings.map(({ radiusMiles }) => radiusMiles)).toEqual([15, 20])
    }, 10_000)
  })

  it('shows the feed on the status page, and after 15 minutes of silence never reports that no storm is coming', async () => {
    const status = await world.ask(getStatus, {}, support)
    const { feeds } = status.body.data as { feeds: { feed: string; delivering: boolean }[] }
    expect(feeds).toContainEqual(expect.objectContaining({ feed, delivering: true }))
    await world.ask(setFeedFault, { body: { feed, fault: 'silent' } }, support)
    clock.advance(16 * minuteMs)
    // Signs in again, because the other tokens have expired.
    const admin = await world.person({ role: 'Admin', customerId: person.customerId })
    const answer = await arrival(admin)
    expect(answer.status).toBe(503)
    expect(answer.body.responseException?.message).toBe('Storm cells are currently unknown.')
    expect((await world.ask(listStormVectors, { query: {} }, admin)).status).toBe(503)
  })
})
