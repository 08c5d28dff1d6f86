import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '#contract/call'
import {
  getObservation,
  lookUpMetar,
  lookUpObservation,
  type PlaceObservation,
} from '#contract/weather/conditions'
import {
  getCurrentObservation,
  getEvapotranspiration,
  getEvapotranspirationOfRange,
  getWeatherStation,
  historyOfDay,
  historyOfMonth,
  historyOfRange,
  historyOfWeek,
  listMapStations,
  type MapStation,
  type WeatherStation,
} from '#contract/devices/stations'
import { listObservations } from '#contract/weather/observations'
import { addLocation } from '#contract/places/locations'
import { whyPolicies } from '#contract/places/warnings'
import { getStatus, setFeedFault } from '#contract/status'
import { dayMs, hourMs, minuteMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { insertPolicy } from '#server/rooms/policies/index'
import { testHouse, type TestHouse, type TestPerson, type WorldExtent } from '#server/house/testing'

/** A full server with simulated stations, one of which belongs to a customer and has past data. */
let world: TestHouse
let person: TestPerson
let stranger: TestPerson
let mesonet: TestPerson
let support: TestPerson
let locationId: string
let own: { id: string }
let other: { id: string }
let metar: { id: string }
const clock = shiftedClock(middleOfADay)
/** Only as much history as the tests use, because generating all of it takes half a minute. */
const worldExtent: WorldExtent = {
  past: { daysBackMs: 820 * dayMs, hoursBackMs: 35 * dayMs, readingsBackMs: 3 * dayMs },
  radarFrames: { composite: 0, model: 0, international: 0, extended: 0 },
  sources: ['observations', 'forecasts'],
}
const norman = { latitude: 35.2058, longitude: -97.4423 }

async function stationId(name: string): Promise<string> {
  return vi.waitFor(async () => {
    const { rows } = await sql<{ id: number }>`
      select id from stations where source_id = ${name}
        and exists (select from station_readings where station_id = stations.id)`.execute(
      world.house.store.db,
    )
    if (!rows[0]) throw new Error(`${name} has not spoken yet`)
    return String(rows[0].id)
  }, 60_000)
}

async function answer<Data>(call: Call, input: object, as = person): Promise<Data> {
  const { status, body } = await world.ask(call, input, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Data
}
const statusOf = async (call: Call, input: object, as: TestPerson) =>
  (await world.ask(call, input, as)).status

beforeAll(async () => {
  world = await testHouse({ clock, environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
  const customerId = await world.customer()
  person = await world.person({ role: 'Customer', customerId })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
  const permissions = ['mesonet.access'] as const
  mesonet = await world.person({ role: 'Customer', customerId: await world.customer(), permissions })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  const body = { label: 'Stadium', ...norman, radius1: 8 }
  const added = await world.ask(addLocation, { body }, person)
  locationId = String((added.body.data as { location: { id: number } }).location.id)
  own = { id: await stationId('wxs-norman') }
  other = { id: await stationId('wxs-tampa') }
  metar = { id: await stationId('KOUN') }
  const { db } = world.house.store
  await sql`update stations set customer_id = ${customerId} where id = ${Number(own.id)}`.execute(db)
  await db
    .transaction()
    .execute(tx =>
      insertPolicy(
        tx,
        { customerId, type: 'WIND', threshold: 200, allClearMinutes: 30, groups: 'all' },
        clock.now(),
      ),
    )
  await world.restart()
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from stations where past_told_through >= past_wanted_to
          and not exists (select from station_summaries_due)`.execute(world.house.store.db)
      if (rows.length === 0) throw new Error('The past has not been told yet, or not summarized')
    },
    { timeout: 110_000, interval: 250 },
  )
})
afterAll(() => world.close())

describe('the image of a station', () => {
  const imageUrlOf = (station: { id: string }, as: TestPerson) =>
    answer<WeatherStation>(getWeatherStation, { params: station }, as).then(({ imageUrl }) => imageUrl)

  async function address(): Promise<string> {
    return vi.waitFor(
      async () => {
        const seen = await answer<PlaceObservation>(getObservation, { params: { id: locationId } })
        if (!seen.weatherStation?.imageUrl) throw new Error('There is no image yet')
        return seen.weatherStation.imageUrl
      },
      { timeout: 60_000, interval: 250 },
    )
  }

  it('is drawn where a user has a location, and nowhere else', async () => {
    expect(await imageUrlOf(own, person)).toBe(await address())
    expect(await imageUrlOf(other, support)).toBeNull()
    expect(await imageUrlOf(metar, person)).toBeNull()
  })

  it('is served at its URL without signing in, and includes when it was taken', async () => {
    const url = await address()
    const { status, headers } = await world.raw({ method: 'GET', url })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=0' })
    const takenMs = Date.parse(String(headers['last-modified']))
    expect(clock.now().getTime() - takenMs).toBeLessThan(10 * minuteMs)
    const head = await world.raw({ method: 'HEAD', url })
    expect([head.status, head.headers['last-modified']]).toEqual([200, headers['last-modified']])
    const again = await world.raw({
      method: 'GET',
      url,
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect(again.status).toBe(304)
  })

  it('is rejected at another station’s URL', async () => {
    const url = await address()
    const foreign = url.replace(`/${own.id}?`, `/${other.id}?`)
    expect((await world.raw({ method: 'GET', url: foreign })).status).toBe(403)
    expect((await world.raw({ method: 'GET', url: url.replace(/key=.{4}/, 'key=AAAA') })).status).toBe(403)
  })
})

describe('the weather at a location', () => {
  it('comes from the customer’s own station, each value with unit, source and time', async () => {
    const seen = await answer<PlaceObservation>(getObservation, { params: { id: locationId } })
    expect(seen).toMatchObject({ state: 'Fresh', type: 1, canViewHistorical: true })
    const { rainToday, rainUpdatedTime } = seen.calibratedData ?? {}
    expect(rainToday).toEqual(expect.any(Number))
    expect(Date.parse(rainUpdatedTime ?? '') % hourMs).toBe(0)
    expect(seen.weatherStation).toMatchObject({ id: Number(own.id), name: 'Norman High School', type: 1 })
    expect(seen.weatherStation?.distanceInMiles).toBeLessThan(5)
    expect(seen.metarStation).toMatchObject({ id: Number(metar.id), type: 0 })
    const { ambientTemperature, feelLike, wgbt, windSpeed, windGust, precipitation } = seen.data
    for (const measure of [ambientTemperature, feelLike, wgbt, windSpeed, windGust, precipitation]) {
      expect(measure.value).toEqual(expect.any(Number))
      expect(measure.source).toBe('Norman High School')
      expect(Date.parse(measure.observationTime ?? '')).toBeGreaterThan(clock.now().getTime() - 15 * minuteMs)
    }
    expect([ambientTemperature.unit, windSpeed.unit, precipitation.unit]).toEqual(['°F', 'mph', 'in'])
    expect([ambientTemperature.derived, feelLike.derived, wgbt.derived]).toEqual([false, true, true])
    expect(wgbt.estimated).toBeNull()
    expect(seen.data.weather_code.text).toEqual(expect.any(String))
  })

  it('is hidden with its location', async () => {
    expect(await statusOf(getObservation, { params: { id: locationId } }, stranger)).toBe(404)
    expect(await statusOf(getObservation, { params: { id: locationId } }, support)).toBe(200)
  })

  it('is what the policies check', async () => {
    const seen = await answer<PlaceObservation>(getObservation, { params: { id: locationId } })
    const [why] = await answer<{ value: number; source: string }[]>(whyPolicies, { params: { locationId } })
    expect(why).toMatchObject({
      value: seen.data.windSpeed.value,
      source: 'Norman High School',
      state: 'Clear',
    })
  })
})

describe('the weather at a point', () => {
  const query = { latitude: '35.2058', longitude: '-97.4423' }

  it('comes from the airport for others, who have no history', async () => {
    const seen = await answer<PlaceObservation>(lookUpObservation, { query }, stranger)
    expect(seen).toMatchObject({ state: 'Fresh', type: -1, canViewHistorical: false })
    expect(seen.weatherStation).toMatchObject({ id: Number(metar.id), type: 0 })
    expect(seen.data.wgbt.derived).toBe(true)
  })

  it('can be requested from airports only', async () => {
    const asked = { query: { ...query, preferred: 'false' } }
    const seen = await answer<PlaceObservation>(lookUpObservation, asked)
    expect(seen.weatherStation?.type).toBe(0)
    expect((await answer<PlaceObservation>(lookUpMetar, { query })).data).toEqual(seen.data)
    expect((await answer<PlaceObservation>(lookUpObservation, { query })).type).toBe(1)
  })

  it('is null where no station is near, and never zero', async () => {
    const sea = { query: { latitude: '30', longitude: '-60' } }
    const seen = await answer<PlaceObservation>(lookUpObservation, sea)
    expect(seen).toMatchObject({ state: 'Missing', weatherStation: null, metarStation: null, type: -1 })
    expect(seen.because).toBe('No station within 30 miles has reported recently')
    for (const measure of Object.values(seen.data)) {
      if (measure !== null && typeof measure === 'object') expect(measure.value).toBeNull()
    }
  })
})

describe('a station', () => {
  it('returns its latest observation and its description', async () => {
    const station = await answer<WeatherStation>(getWeatherStation, { params: own })
    expect(station).toMatchObject({
      locationName: 'Norman High School',
      hardwareId: 'wxs-norman',
      isFresh: true,
      timeZone: 'America/Chicago',
      canViewHistorical: true,
      features: [{ displayName: 'evapotranspiration', customerId: person.customerId }],
    })
    const current = await answer<Record<string, { value: number }>>(getCurrentObservation, { params: own })
    expect(current['ambientTemperature']).toEqual(station.ambientTemperature)
    expect(current['wgbt']).toEqual(station.wetBulbGlobalTemp)
    const airport = await answer<WeatherStation>(getWeatherStation, { params: metar })
    expect(airport).toMatchObject({ type: 0, canViewHistorical: false, features: [] })
  })

  it.each([
    ['getWeatherStation', getWeatherStation],
    ['getCurrentObservation', getCurrentObservation],
    ['listObservations', listObservations],
    ['historyOfDay', historyOfDay],
    ['historyOfWeek', historyOfWeek],
    ['historyOfMonth', historyOfMonth],
    ['getEvapotranspiration', getEvapotranspiration],
  ])('is visible to its customer, the mesonet and Super Admin: %s', async (_, call) => {
    for (const [who, params, status] of [
      [person, own, 200],
      [person, other, 404],
      [stranger, own, 404],
      [mesonet, own, 200],
      [mesonet, other, 200],
      [support, own, 200],
      [stranger, metar, 200],
    ] as const) {
      expect(await statusOf(call, { params, query: {} }, who)).toBe(status)
    }
  })
})

it('the map has every station the caller may see, and no other', async () => {
  const idsFor = async (who: TestPerson) => {
    const { body } = await world.ask(listMapStations, {}, who)
    return (body.data as MapStation[]).map(({ id }) => String(id))
  }
  expect(await idsFor(person)).toEqual(expect.arrayContaining([own.id, metar.id]))
  expect(await idsFor(person)).not.toContain(other.id)
  expect(await idsFor(stranger)).not.toContain(own.id)
  expect(await idsFor(mesonet)).toEqual(expect.arrayContaining([own.id, other.id]))
  const { body } = await world.ask(listMapStations, {}, person)
  const mine = (body.data as MapStation[]).find(({ id }) => String(id) === own.id)
  expect(mine).toMatchObject({ name: 'Norman High School', type: 1, isFresh: true })
  expect(mine?.temperature).toEqual(expect.any(Number))
})

interface Row {
  date: string
  [value: string]: number | string | null
}

describe('the history of a station', () => {
  it('is returned every 5 minutes for the last hours, and every 15 for more', async () => {
    const fine = await answer<Row[]>(listObservations, { params: own, query: {} })
    expect(fine.length).toBeGreaterThanOrEqual(143)
    expect(fine.length).toBeLessThanOrEqual(145)
    for (const row of fine) expect(row['maxWetBulbGlobalTemp']).toEqual(expect.any(Number))
    const coarse = await answer<Row[]>(listObservations, { params: own, query: { hours: '48' } })
    expect(coarse.length).toBeGreaterThan(188)
    expect(coarse.length).toBeLessThan(196)
  })

  it('has hours for a day, and days for a week and a month', async () => {
    const day = await answer<Row[]>(historyOfDay, { params: own })
    // The hour that just began may have no data yet, and only part of the first one lies within the day.
    expect(day.length).toBeGreaterThanOrEqual(23)
    const week = await answer<Row[]>(historyOfWeek, { params: own })
    expect(week).toHaveLength(7)
    const month = await answer<Row[]>(historyOfMonth, { params: own })
    expect(month).toHaveLength(30)
    expect(month.slice(-7)).toEqual(week)
    for (const row of month) {
      const [low, mean, high] = ['min', 'avg', 'max'].map(
        which => row[`${which}AmbientTemperature`] as number,
      )
      expect(low).toBeLessThanOrEqual(mean ?? NaN)
      expect(mean).toBeLessThanOrEqual(high ?? NaN)
      expect(high).toBeLessThan(120)
      expect(row['maxWindGust']).toBeGreaterThanOrEqual(row['maxWindSpeed'] as number)
      expect(row['rainTotal']).toBeGreaterThanOrEqual(0)
    }
  })

  // Computed from one instant, because even a millisecond between two clock reads would exceed 90 days.
  const iso = (ago: number) => new Date(middleOfADay - ago).toISOString()
  const range = (startDate: string, endDate: string) => ({ params: own, query: { startDate, endDate } })

  it('covers any range up to 90 days, including years ago', async () => {
    expect(await answer<Row[]>(historyOfRange, range(iso(89 * dayMs), iso(0)))).toHaveLength(90)
    const [startDate, endDate] = [iso(800 * dayMs).slice(0, 10), iso(790 * dayMs).slice(0, 10)]
    const old = await answer<Row[]>(historyOfRange, range(startDate, endDate))
    expect(old.map(row => row.date)).toHaveLength(11)
    expect([old[0]?.date, old.at(-1)?.date]).toEqual([startDate, endDate])
  })

  it('of a longer, reversed or future range is rejected with the specified text', async () => {
    const refused = async (call: Call, asked: object) => {
      const { status, body } = await world.ask(call, asked, person)
      expect(status).toBe(400)
      return body.responseException
    }
    expect((await refused(historyOfRange, range(iso(90 * dayMs), iso(0))))?.message).toBe(
      'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.',
    )
    expect((await refused(getEvapotranspirationOfRange, range(iso(14 * dayMs), iso(0))))?.message).toBe(
      'Custom Range must be 14 days or less.',
    )
    expect((await refused(historyOfRange, range(iso(0), iso(dayMs))))?.errors).toHaveProperty('EndDate')
    expect((await refused(historyOfRange, range(iso(0), iso(-hourMs))))?.errors).toHaveProperty('EndDate')
    expect((await refused(historyOfRange, range('yesterday', iso(0))))?.errors).toHaveProperty('StartDate')
    expect(
      (await refused(getEvapotranspiration, { params: own, query: { days: '5' } }))?.errors,
    ).toHaveProperty('Days')
  })
})

describe('evapotranspiration', () => {
  it('is plausible on each whole day, in inches', async () => {
    const seen = await answer<Row[]>(getEvapotranspiration, { params: own, query: {} })
    expect(seen).toHaveLength(7)
    for (const { value, timeZone } of seen) {
      expect(value).toBeGreaterThan(0)
      expect(value).toBeLessThan(0.5)
      expect(timeZone).toBe('America/Chicago')
    }
    expect(await answer<Row[]>(getEvapotranspiration, { params: own, query: { days: '3' } })).toEqual(
      seen.slice(-3),
    )
  })

  it('has a value for each day of a range', async () => {
    const query = { startDate: '2026-11-01', endDate: '2026-11-11' }
    const rows = await answer<Row[]>(getEvapotranspirationOfRange, { params: own, query })
    expect(rows).toHaveLength(11)
    for (const row of rows) expect(Number(row['value'])).toBeGreaterThan(0)
  })

  it('is not available for an airport', async () => {
    expect(await answer<Row[]>(getEvapotranspiration, { params: metar, query: {} })).toEqual([])
  })
})

describe('a silent feed', () => {
  it('leaves the weather stale, and appears on the status page', async () => {
    const body = { feed: 'Simulated observations', fault: 'silent' } as const
    await vi.waitFor(async () => expect(await statusOf(setFeedFault, { body }, support)).toBe(200), 15_000)
    clock.advance(2 * hourMs)
    // All earlier sign-ins have expired by now.
    const latecomer = await world.person({ role: 'SuperAdmin', customerId: support.customerId })
    const query = { latitude: '35.2058', longitude: '-97.4423' }
    const airport = await answer<PlaceObservation>(lookUpMetar, { query }, latecomer)
    expect(airport.state).toBe('Stale')
    expect(airport.because).toContain('last report')
    expect(airport.data.ambientTemperature.value).toEqual(expect.any(Number))
    // The analysis fills in the values it has, and is named as their source.
    const seen = await answer<PlaceObservation>(getObservation, { params: { id: locationId } }, latecomer)
    expect(seen).toMatchObject({ state: 'Fresh', weatherStation: null, canViewHistorical: false, type: -1 })
    expect(seen.because).toContain('gridded analysis')
    expect(seen.data.windSpeed.source).toBe('Gridded analysis')
    const { feeds } = await answer<{ feeds: { feed: string; fault: string }[] }>(getStatus, {}, latecomer)
    expect(feeds).toContainEqual(expect.objectContaining({ feed: body.feed, fault: 'silent' }))
  })
})
