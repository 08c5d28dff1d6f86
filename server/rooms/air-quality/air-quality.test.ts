import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  airQualityAtLocation,
  airQualityCategories,
  listAirSensors,
  type PollutantAtLocation,
} from '#contract/weather/air-quality'
import { addLocation } from '#contract/places/locations'
import { setFeedFault } from '#contract/status'
import type { AirReading } from '#domain/air-quality/sensor'
import type { Accepts } from '#domain/policies/source'
import { hourMs, minuteMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'
import { AirBook } from './engine.ts'
import { ownAirOf } from './own-air.ts'
import type { KnownSensor } from './store.ts'

const soon = { timeout: 45_000 }

const nowMs = Date.UTC(2026, 6, 1, 18, 10)
const lastHourMs = Date.UTC(2026, 6, 1, 17)
const sensor: KnownSensor = {
  number: 1,
  id: 'one',
  source: 'test',
  name: 'Fresno - Garland',
  latitude: 36.785,
  longitude: -119.773,
  measures: ['PM2.5', 'PM10', 'O3'],
}
const near = { latitude: 36.7378, longitude: -119.7871 }

function hours(
  pollutant: AirReading['pollutant'],
  concentration: number,
  count = 336,
  skip = 0,
): AirReading[] {
  return Array.from({ length: count }, (_, index) => ({
    sensorId: 'one',
    source: 'test',
    pollutant,
    hourStartMs: lastHourMs - (index + skip) * hourMs,
    concentration,
  }))
}

function bookWith(...readings: AirReading[]): AirBook {
  const book = new AirBook()
  book.setSensors([sensor])
  book.receive(book.meansOf(readings))
  return book
}

describe('the air at a place', () => {
  it('uses sensors within 10 miles, and none farther away', () => {
    const book = bookWith(...hours('PM2.5', 60))
    expect(book.near(near).map(({ pollutant }) => pollutant)).toEqual(['PM2.5', 'PM10', 'O3'])
    expect(book.near({ latitude: 36.94, longitude: -119.773 })).toEqual([])
    expect(book.policyValues({ latitude: 36.94, longitude: -119.773 }, nowMs)).toEqual({})
  })

  it('has the NowCast of each pollutant, and the worst of them', () => {
    const book = bookWith(...hours('PM2.5', 60), ...hours('PM10', 30))
    const values = book.policyValues(near, nowMs)
    expect(values['AQI-PM2.5']).toMatchObject({ kind: 'fresh', value: 154, source: { name: sensor.name } })
    expect(values['AQI-PM10']).toMatchObject({ kind: 'fresh', value: 28 })
    expect(values['AQI-O3']).toMatchObject({ kind: 'missing' })
    expect(values.AQI).toEqual(values['AQI-PM2.5'])
    expect(values['AQI-MAX']).toEqual(values['AQI-PM2.5'])
  })

  it('is available while the last hour is on its way, then old, and never zero', () => {
    const late = bookWith(...hours('PM2.5', 60, 24, 1))
    expect(late.policyValues(near, nowMs)['AQI-PM2.5']).toMatchObject({ kind: 'fresh', value: 154 })
    const old = bookWith(...hours('PM2.5', 60, 24, 4))
    expect(old.policyValues(near, nowMs)['AQI-PM2.5']?.kind).not.toBe('fresh')
    expect(old.policyValues(near, nowMs).AQI).toBeUndefined()
  })

  it('is raised by the customer’s own sensor, and never lowered', () => {
    const own = (count: number, concentration: number) => {
      const means = hours('PM2.5', concentration, count).map(
        ({ hourStartMs }) => [hourStartMs, concentration] as const,
      )
      return (
        ownAirOf([{ id: 7, ...near, name: 'Roof', miles: 0.2, hours: new Map(means) }], nowMs)?.measured ??
        null
      )
    }
    const book = bookWith(...hours('PM2.5', 60), ...hours('PM10', 30))
    const smoky = book.policyValues(near, nowMs, own(12, 150))
    expect(smoky['AQI-PM2.5']).toMatchObject({
      kind: 'fresh',
      value: 225,
      source: { name: 'Your sensor: Roof' },
    })
    expect(smoky.AQI).toEqual(smoky['AQI-PM2.5'])
    expect(book.policyValues(near, nowMs, own(12, 3))).toEqual(book.policyValues(near, nowMs))
    expect(own(1, 150)).toBeNull() // two of the last three hours are needed
    const far = { latitude: 36.94, longitude: -119.773 }
    expect(book.policyValues(far, nowMs, own(2, 60))).toMatchObject({
      'AQI-PM2.5': { kind: 'fresh', value: 154, source: { name: 'Your sensor: Roof' } },
      AQI: { value: 154 },
    })
    // An old official value stays in use for its policy; the overall index includes only current values.
    const old = bookWith(...hours('PM2.5', 60, 24, 4), ...hours('PM10', 30)).policyValues(
      near,
      nowMs,
      own(9, 3),
    )
    expect(old.AQI).toMatchObject({ value: 28 })
  })

  it('that end a warning are those of its sensor: another pollutant’s says nothing about it', () => {
    const book = bookWith(...hours('PM10', 30))
    const mayEndSmoke: Accepts = ({ of }) => of === 'PM2.5'
    expect(book.policyValues(near, nowMs).AQI).toMatchObject({ value: 28 })
    expect(book.policyValues(near, nowMs, null, mayEndSmoke)).toEqual({ 'AQI-PM2.5': expect.anything() })
    const both = bookWith(...hours('PM2.5', 3), ...hours('PM10', 30))
    expect(both.policyValues(near, nowMs, null, mayEndSmoke).AQI).toMatchObject({ value: 28 })
  })

  it('ignores invalid readings and those of unknown sensors', () => {
    const book = bookWith()
    const [good] = hours('PM2.5', 60, 1)
    expect(good && book.meansOf([good])).toHaveLength(1)
    expect(good && book.meansOf([{ ...good, concentration: NaN }])).toEqual([])
    expect(good && book.meansOf([{ ...good, hourStartMs: lastHourMs + minuteMs }])).toEqual([])
    expect(good && book.meansOf([{ ...good, sensorId: 'another' }])).toEqual([])
  })
})

// The tests form one sequence: each relies on the hours that passed in the earlier ones.
describe('air quality in a running server', { shuffle: false }, () => {
  const clock = shiftedClock(middleOfADay)
  let world: TestHouse
  let person: TestPerson
  beforeAll(async () => {
    const worldExtent = { ...withoutPast, sources: ['air quality'] } as const
    world = await testHouse({ clock, environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
    person = await world.person({ role: 'Admin', customerId: await world.customer() })
  })
  afterAll(() => world.close())

  async function added(latitude: number, longitude: number): Promise<{ id: string }> {
    const body = { label: 'Fields', latitude, longitude, radius1: 10 }
    const answer = await world.ask(addLocation, { body }, person)
    return { id: String((answer.body.data as { location: { id: number } }).location.id) }
  }

  it('Fresno is full of smoke, Buffalo has no sensor, and the list names those nearby', async () => {
    const [fresno, buffalo] = [await added(36.7378, -119.7871), await added(42.8864, -78.8784)]
    const pollutants = await vi.waitFor(async () => {
      const { body } = await world.ask(airQualityAtLocation, { params: fresno }, person)
      const reported = body.data as PollutantAtLocation[]
      expect(
        reported.find(({ pollutantName }) => pollutantName === 'PM2.5')?.aqiData.nowCastIndex.value,
      ).toEqual(expect.any(Number))
      return reported
    }, 55_000)
    const main = pollutants.find(({ isMainPollutant }) => isMainPollutant)
    expect(main?.pollutantName).toBe('PM2.5')
    expect(main?.aqiData.nowCastIndex.value).toBeGreaterThan(100)
    expect(main?.distanceInMiles).toBeLessThanOrEqual(10)
    expect((await world.ask(airQualityAtLocation, { params: buffalo }, person)).body.data).toEqual([])
    const { body } = await world.ask(listAirSensors, {}, person)
    expect((body.data as { name: string }[]).every(({ name }) => name.startsWith('Fresno'))).toBe(true)

    // People whose page shows only their own places get only the sensors near those.
    const customer = await world.person({ role: 'Customer', customerId: person.customerId })
    expect((await world.ask(listAirSensors, {}, customer)).body.data).toEqual([])
    const own = { label: 'Own', latitude: 36.7378, longitude: -119.7871, radius1: 10 }
    await world.ask(addLocation, { body: own }, customer)
    await vi.waitFor(
      async () => expect((await world.ask(listAirSensors, {}, customer)).body.data).not.toEqual([]),
      soon,
    )
  })

  it('the categories range from zero to infinity', async () => {
    const { body } = await world.ask(airQualityCategories, {}, person)
    const categories = body.data as { name: string; min: number; max: number | null }[]
    expect(categories.map(({ min, max }) => [min, max])).toEqual([
      [0, 50],
      [51, 100],
      [101, 150],
      [151, 200],
      [201, 300],
      [301, null],
    ])
  })

  it('silent sensors within reach differ from none', async () => {
    const { id } = await added(36.7378, -119.7871)
    const support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
    const body = { feed: 'Simulated air quality', fault: 'silent' } as const
    expect((await world.ask(setFeedFault, { body }, support)).status).toBe(200)
    clock.advance(5 * hourMs)
    // Signs in again, because the other tokens have expired.
    const admin = await world.person({ role: 'Admin', customerId: person.customerId })
    const answer = await world.ask(airQualityAtLocation, { params: { id } }, admin)
    expect(answer.status).toBe(503)
    expect(answer.body.responseException?.message).toBe('The air quality here is currently unknown.')
  })
})
