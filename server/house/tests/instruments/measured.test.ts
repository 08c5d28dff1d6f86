import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Instrument } from '#contract/devices/instruments'
import { addLocation } from '#contract/places/locations'
import { whyPolicies } from '#contract/places/warnings'
import { airQualityAtLocation } from '#contract/weather/air-quality'
import { getObservation } from '#contract/weather/conditions'
import { hourMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { insertPolicy } from '#server/rooms/policies/index'
import { addOne, roof, stationTime, until } from './instruments.testing.ts'

let house: TestHouse
let admin: TestPerson
let stranger: TestPerson
let places: Map<TestPerson, string>
let instrument: Instrument & { key: string }
const clock = shiftedClock(middleOfADay)

async function place(person: TestPerson): Promise<string> {
  const body = { label: 'Field', latitude: roof.latitude, longitude: roof.longitude, radius1: 8 }
  const { location } = await house.reply(addLocation, { body }, person)
  return String(location.id)
}
const paramsOf = (person: TestPerson) => ({ params: { id: places.get(person) ?? '' } })

async function watch(customerId: number) {
  await house.house.store.db.transaction().execute(async tx => {
    for (const [type, threshold] of [
      ['WBGT', 85],
      ['AQI-PM2.5', 100],
    ] as const)
      await insertPolicy(tx, { customerId, type, threshold, allClearMinutes: 30, groups: 'all' }, clock.now())
  })
}

beforeAll(async () => {
  house = await testHouse({ listen: true, clock })
  const [customerId, otherId] = [await house.customer(), await house.customer()]
  admin = await house.person({ role: 'Admin', customerId })
  stranger = await house.person({ role: 'Admin', customerId: otherId })
  await watch(customerId)
  await watch(otherId)
  places = new Map([
    [admin, await place(admin)],
    [stranger, await place(stranger)],
  ])
  instrument = await addOne(house, admin)
})
afterAll(() => house.close())

async function report(fields: Readonly<Record<string, number>>) {
  const all: Record<string, string | number> = {
    PASSKEY: '0123456789ABCDEF0123456789ABCDEF',
    dateutc: stationTime(clock.now().getTime()),
    ...fields,
  }
  const body = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)]))
  const answer = await fetch(`${house.baseUrl}/data/report/${instrument.senderId}/${instrument.key}`, {
    method: 'POST',
    body,
  })
  expect(answer.status, await answer.text()).toBe(200)
}
async function whyOf(person: TestPerson, type: string) {
  const why = await house.reply(whyPolicies, { params: { locationId: places.get(person) ?? '' } }, person)
  return why.find(({ policyTypeShortName }) => policyTypeShortName === type)
}

// The tests are one sequence: the server is restarted in between.
describe('what an instrument measures', { shuffle: false }, () => {
  it('is the WBGT at its customer’s places, measured and not calculated', async () => {
    await report({ tempf: 92, humidity: 60, windspeedmph: 5, windgustmph: 8, wbgt: 87.3 })
    await until(house, admin, instrument.id, ({ heardAt }) => heardAt !== null)
    await expect
      .poll(async () => (await house.reply(getObservation, paramsOf(admin), admin)).data.wgbt)
      .toMatchObject({ value: 87.3, derived: false, estimated: null, source: 'Roof' })
    expect(await whyOf(admin, 'WBGT')).toMatchObject({ value: 87.3, source: 'Roof' })
    expect((await house.reply(getObservation, paramsOf(stranger), stranger)).data.wgbt.value).toBeNull()
    expect(await whyOf(stranger, 'WBGT')).toMatchObject({ source: null })
  })

  it('is the air quality there after some hours, labeled as their own, and is not shown to others', async () => {
    expect(await house.reply(airQualityAtLocation, paramsOf(admin), admin)).toEqual([])
    const { db } = house.house.store
    const now = clock.now()
    // Adds a reading for every ten minutes of the last five hours.
    await sql`
      insert into station_readings (station_id, at, pm25)
      select ${instrument.weatherStationId}, at, 60
      from generate_series(${now}::timestamptz - interval '5 hours', ${now}::timestamptz, '10 minutes') at
      on conflict (station_id, at) do update set pm25 = excluded.pm25`.execute(db)
    await house.restart()
    const [air, ...others] = await house.reply(airQualityAtLocation, paramsOf(admin), admin)
    expect(others).toEqual([])
    expect(air).toMatchObject({
      pollutantName: 'PM2.5',
      sourceName: 'Your sensor: Roof',
      isOwnSensor: true,
      isMainPollutant: true,
      distanceInMiles: 0,
      aqiData: { nowCastIndex: { value: 154, shortDescription: 'Unhealthy' } },
    })
    expect(now.getTime() - Date.parse(air?.utcTimeStamp ?? '')).toBeLessThan(hourMs)
    expect(await whyOf(admin, 'AQI-PM2.5')).toMatchObject({ value: 154, source: 'Your sensor: Roof' })
    expect(await house.reply(airQualityAtLocation, paramsOf(stranger), stranger)).toEqual([])
    expect(await whyOf(stranger, 'AQI-PM2.5')).toMatchObject({ value: null, source: null })
  })
})
