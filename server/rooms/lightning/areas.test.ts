import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Asked, Reply } from '#contract/call'
import {
  createFeedKey,
  deleteFeedKey,
  delaySummary,
  getDelay,
  getDelaySummary,
  hasCoverage,
  ingestStrikes,
  lightningCounts,
  listFeedKeys,
  type FeedKey,
  type LocationDelay,
} from '#contract/weather/lightning'
import { addLocation, checkRestriction } from '#contract/places/locations'
import { getStatus } from '#contract/status'
import { destination } from '#domain/geo/distance'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

type NewKey = Partial<Asked<typeof createFeedKey>['body']>
interface MadeKey {
  readonly id: number
  readonly key: string
}

const clock = shiftedClock()
const norman = { latitude: 35.2, longitude: -97.4 }
const anchorage = { latitude: 61.2, longitude: -149.9 }
const alaska = { kind: 'box', south: 54, west: 170, north: 72, east: -130 } as const

let world: TestHouse
let support: TestPerson
let person: TestPerson
let made: MadeKey[] = []
const ids = { norman: '', anchorage: '' }

async function addPlace(label: string, place: typeof norman, rings: object = { radius1: 8 }) {
  const { body } = await world.ask(addLocation, { body: { label, ...place, ...rings } }, person)
  return String((body.data as { location: { id: number } }).location.id)
}

async function newKey(change: NewKey = {}): Promise<MadeKey> {
  const input = { body: { name: 'A network', provesAbsence: true, ...change } }
  const key = (await world.ask(createFeedKey, input, support)).body.data as MadeKey
  made.push(key)
  return key
}

const agoIso = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()

async function send({ key }: MadeKey, payload: Asked<typeof ingestStrikes>['body']) {
  const { status } = await world.ingest(key, payload)
  expect(status).toBe(200)
}
const cover = (key: MadeKey, fromAgoMs = 40 * minuteMs, toAgoMs = 0) =>
  send(key, { coverage: [{ from: agoIso(fromAgoMs), to: agoIso(toAgoMs) }] })

async function ringsAt(id: string) {
  return ((await world.ask(getDelay, { params: { id } }, person)).body.data as LocationDelay).statements
}
const statesAt = async (id: string) => (await ringsAt(id)).map(({ state }) => state)
/** A slow process may not have read every edit yet, and reports Unknown until then. */
const expectClear = (id: string) =>
  vi.waitFor(async () => expect(await statesAt(id)).toEqual(['AllClear']), 10_000)

beforeAll(async () => {
  world = await testHouse({ clock })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
  ids.norman = await addPlace('Stadium', norman)
  ids.anchorage = await addPlace('Dock', anchorage)
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const { id } of made) await world.ask(deleteFeedKey, { params: { id: String(id) } }, support)
  made = []
})

describe('All Clear proof from a key', () => {
  it('applies inside the key’s area and nowhere else', async () => {
    await cover(await newKey({ area: alaska }))
    await expectClear(ids.anchorage)
    expect(await ringsAt(ids.norman)).toMatchObject([
      { state: 'Unknown', because: 'No lightning feed covers this location' },
    ])
  })

  it('requires a key that is allowed to prove absence', async () => {
    await cover(await newKey({ provesAbsence: false }))
    expect(await statesAt(ids.norman)).toEqual(['Unknown'])
  })

  it('covers the continental United States by default', async () => {
    await cover(await newKey())
    await expectClear(ids.norman)
    expect(await statesAt(ids.anchorage)).toEqual(['Unknown'])
  })

  it('can cover the whole world', async () => {
    await cover(await newKey({ area: { kind: 'world' } }))
    await expectClear(ids.norman)
    await expectClear(ids.anchorage)
  })

  it('applies only to rings entirely inside the area, and the ring states the reason', async () => {
    const place = destination({ latitude: 36, longitude: -97.4 }, 180, 10) ?? norman
    const id = await addPlace('Near the edge', place, { radius1: 8, radius2: 16 })
    await cover(await newKey({ area: { kind: 'box', south: 30, west: -100, north: 36, east: -90 } }))
    // It takes a moment before a new location is watched.
    await vi.waitFor(
      async () =>
        expect(await ringsAt(id)).toMatchObject([
          { state: 'AllClear' },
          { state: 'Unknown', because: 'No lightning feed covers the whole ring' },
        ]),
      10_000,
    )
  })

  it('does not combine with a key that sees the other half of a ring', async () => {
    const { longitude } = norman
    const [south, north] = [30, 40]
    await cover(await newKey({ area: { kind: 'box', south, west: -110, north, east: longitude } }))
    await cover(await newKey({ area: { kind: 'box', south, west: longitude, north, east: -80 } }))
    expect(await statesAt(ids.norman)).toEqual(['Unknown'])
  })

  it('combines with a key that covered the same place for the rest of the time', async () => {
    const [first, second] = [await newKey(), await newKey()]
    await cover(first, 40 * minuteMs, 10 * minuteMs)
    await cover(second, 12 * minuteMs)
    await expectClear(ids.norman)
  })

  it('stops when the key is revoked, whatever the database holds', async () => {
    const key = await newKey({ area: alaska })
    await cover(key)
    await expectClear(ids.anchorage)
    await world.ask(deleteFeedKey, { params: { id: String(key.id) } }, support)
    made = []
    expect(await ringsAt(ids.anchorage)).toMatchObject([
      { state: 'Unknown', because: expect.stringContaining('No lightning feed is connected') as string },
    ])
  })
})

describe('a key that goes silent', () => {
  it('keeps proving All Clear for its own stale limit', async () => {
    await cover(await newKey({ staleAfterSeconds: 60 }))
    await cover(await newKey({ area: alaska, staleAfterSeconds: 20 }))
    clock.advance(30 * secondMs)
    await expectClear(ids.norman)
    expect(await statesAt(ids.anchorage)).toEqual(['Unknown'])
    clock.advance(35 * secondMs)
    expect(await statesAt(ids.norman)).toEqual(['Unknown'])
  })

  it('goes stale on its own limit, even if a key with older coverage has a longer one', async () => {
    await cover(await newKey({ staleAfterSeconds: 20 }))
    await cover(await newKey({ staleAfterSeconds: 60 }), 40 * minuteMs, 40 * secondMs)
    await expectClear(ids.norman)
    clock.advance(25 * secondMs)
    expect(await statesAt(ids.norman)).toEqual(['Unknown'])
  })

  it('is reported missing after its own limit', async () => {
    const name = 'Patient network'
    await cover(await newKey({ name, staleAfterSeconds: 60 }))
    const lightning = async () => {
      const { checks } = (await world.ask(getStatus, {}, support)).body.data as Reply<typeof getStatus>
      return checks.find(check => check.name === 'lightning')
    }
    clock.advance(30 * secondMs)
    expect(await lightning()).toMatchObject({ ready: true })
    clock.advance(35 * secondMs)
    const missing = await lightning()
    expect(missing).toMatchObject({ ready: false })
    expect(missing?.detail).toContain('Patient network” (for more than 60 s)')
    expect((await world.raw({ url: '/readyz' })).status).toBe(503)
  })
})

describe('a strike', () => {
  it('applies wherever it falls, regardless of its key’s area', async () => {
    const key = await newKey({ area: alaska })
    const place = { latitude: 33, longitude: -90 }
    const id = await addPlace('Levee', place)
    await send(key, { strikes: [{ id: 'far', time: agoIso(0), ...place }] })
    await vi.waitFor(async () => expect(await statesAt(id)).toEqual(['Delay']), 10_000)
  })

  it('uses its key’s position error unless it reports its own', async () => {
    const place = { latitude: 40, longitude: -100 }
    const id = await addPlace('Field', place)
    const beside = destination(place, 90, 10) ?? place
    const key = await newKey({ positionErrorMiles: 3 })
    await cover(key)
    await send(key, { strikes: [{ id: 'sure', time: agoIso(0), ...beside, positionErrorMiles: 0.5 }] })
    await expectClear(id)
    await send(key, { strikes: [{ id: 'unsure', time: agoIso(0), ...beside }] })
    expect(await statesAt(id)).toEqual(['Delay'])
  })
})

describe('the number of strikes inside a ring', () => {
  const countsAt = async (id: string) =>
    (await world.ask(lightningCounts, { params: { id } }, person)).body.data as Reply<typeof lightningCounts>

  it('is zero only where a feed has proven the last 30 minutes, and null elsewhere', async () => {
    await cover(await newKey({ area: alaska }))
    expect((await countsAt(ids.anchorage)).item1).toBe(0)
    expect((await countsAt(ids.norman)).item1).toBeNull()
    await cover(await newKey(), 10 * minuteMs)
    expect((await countsAt(ids.norman)).item1).toBeNull()
  })

  it('is null while the feed is silent', async () => {
    await cover(await newKey(), 40 * minuteMs, 25 * secondMs)
    expect((await countsAt(ids.norman)).item1).toBeNull()
  })

  it('includes strikes from a source that proves nothing', async () => {
    const juneau = { latitude: 58.3, longitude: -134.4 }
    const id = await addPlace('Harbor', juneau)
    const key = await newKey({ provesAbsence: false })
    await send(key, { strikes: [{ id: 'counted', time: agoIso(secondMs), ...juneau }] })
    expect((await countsAt(id)).item1).toBe(1)
  })
})

describe('coverage of a place that is not watched yet', () => {
  const restrictionAt = async ({ latitude: Latitude, longitude: Longitude }: typeof norman) =>
    (await world.ask(checkRestriction, { body: { Latitude, Longitude } }, person)).body.data as Reply<
      typeof checkRestriction
    >
  const isCovered = async ({ latitude, longitude }: typeof norman) =>
    (await world.ask(hasCoverage, { params: { lat: String(latitude), lon: String(longitude) } }, person)).body
      .data

  it('reports that no feed is connected when there is none', async () => {
    expect(await restrictionAt(norman)).toMatchObject({
      title: 'No lightning feed is connected yet',
      display: true,
    })
    expect(await isCovered(norman)).toBe(false)
    await newKey({ provesAbsence: false })
    expect((await restrictionAt(norman)).display).toBe(true)
  })

  it('reports where lightning is covered, based on the areas of the keys', async () => {
    await newKey()
    expect(await restrictionAt(norman)).toEqual({ title: '', message: '', display: false })
    expect(await restrictionAt(anchorage)).toEqual({
      title: 'Outside the lightning coverage area',
      message:
        'Lightning coverage is limited to the continental United States. You can add this location, but its lightning status may stay Unknown.',
      display: true,
    })
    expect([await isCovered(norman), await isCovered(anchorage)]).toEqual([true, false])
    await newKey({ area: alaska })
    expect((await restrictionAt(anchorage)).display).toBe(false)
    expect(await isCovered(anchorage)).toBe(true)
    expect((await restrictionAt({ latitude: 21.3, longitude: -157.9 })).message).toContain(
      'Lightning coverage is limited to the continental United States and the area 54° N to 72° N, 170° E to 130° W.',
    )
  })
})

describe('a new key', () => {
  it('is listed with its area, limit and license, and so is its feed', async () => {
    const license = 'Data by the Alaska Network, CC BY 4.0'
    await newKey({ name: 'North', area: alaska, staleAfterSeconds: 45, license })
    const keys = (await world.ask(listFeedKeys, {}, support)).body.data as FeedKey[]
    expect(keys).toMatchObject([{ area: alaska, staleAfterSeconds: 45, positionErrorMiles: 0.3, license }])
    const { feeds } = (await world.ask(getStatus, {}, support)).body.data as Reply<typeof getStatus>
    expect(feeds).toMatchObject([{ area: '54° N to 72° N, 170° E to 130° W', license }])
  })

  it.each<[string, object, string]>([
    ['a box upside down', { area: { ...alaska, south: 72, north: 54 } }, 'Area.North'],
    ['a box without width', { area: { ...alaska, west: 10, east: 10 } }, 'Area.East'],
    ['a box beyond the pole', { area: { ...alaska, north: 91 } }, 'Area.North'],
    ['a box with a missing edge', { area: { kind: 'box', south: 1, west: 2, north: 3 } }, 'Area.East'],
    ['an unknown area', { area: { kind: 'county' } }, 'Area.Kind'],
    ['too short a limit', { staleAfterSeconds: 4 }, 'StaleAfterSeconds'],
    ['too long a limit', { staleAfterSeconds: 301 }, 'StaleAfterSeconds'],
    ['a limit with a fraction of a second', { staleAfterSeconds: 20.5 }, 'StaleAfterSeconds'],
    ['an empty license', { license: ' ' }, 'License'],
  ])('with %s is rejected, and the field is named', async (_, change, field) => {
    const body = { name: 'A network', provesAbsence: true, ...change }
    const answer = await world.ask(createFeedKey, { body }, support)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.responseException?.errors ?? {})).toEqual([field])
  })
})

describe('the history of a location', () => {
  it('uses the proof of the sources that cover it', async () => {
    const [here, there] = [await newKey({ area: alaska }), await newKey()]
    const created = clock.now().getTime()
    const id = await addPlace('Harbor', anchorage)
    clock.advance(60 * minuteMs)
    await cover(there, 60 * minuteMs)
    await cover(here, 20 * minuteMs)
    const admin = await world.person({ role: 'Admin', customerId: person.customerId }) // with a fresh token
    const answer = await world.ask(getDelaySummary, { params: { id }, query: { days: '2' } }, admin)
    const { unknownSeconds, from } = delaySummary.parse(answer.body.data)
    const beforeSeconds = (created - Date.parse(from)) / secondMs
    expect(Math.abs((unknownSeconds ?? 0) - beforeSeconds - 40 * 60)).toBeLessThan(30)
  })
})
