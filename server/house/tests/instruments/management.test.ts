import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addInstrument,
  changeInstrumentKey,
  getInstrument,
  listInstruments,
  removeInstrument,
  updateInstrument,
} from '#contract/devices/instruments'
import { listUnprotected } from '#contract/devices/protection'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { addOne, roof, until } from './instruments.testing.ts'

/** Two processes on one database, and instruments that send to either. */
let store: TestStore
let one: TestHouse
let other: TestHouse
let admin: TestPerson
let stranger: TestPerson
let customerId: number

const environment = { BASE_URL: 'http://localhost:8080' }

beforeAll(async () => {
  store = await freshStore()
  one = await testHouse({ store, environment })
  other = await testHouse({
    store,
    environment: { ...environment, SKYWARDEN_RUN: 'api' },
    limits: { perAddressPerMinute: 5 },
  })
  customerId = await one.customer()
  admin = await one.person({ role: 'Admin', customerId })
  stranger = await one.person({ role: 'Admin', customerId: await one.customer() })
})
afterAll(async () => {
  await other.close()
  await one.close()
  await store.close()
})

const ownLocation = {
  label: 'Pool',
  locationName: 'Norman, OK',
  radius1: 8,
  radius2: 16,
  radius3: 26,
  radius4: 0,
  allClearMinutes: 30,
  flags: 0,
  forecastLocation: false,
  type: 0,
} as const

const upload = (house: TestHouse, senderId: string, key: string, tempf: number) =>
  house.house.http.inject({
    method: 'POST',
    url: `/data/report/${senderId}/${key}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `tempf=${tempf}&humidity=50&interval=16&stationtype=GW2000B`,
  })

it('accepts messages in either process as soon as an instrument is added', async () => {
  const { id, senderId, key } = await addOne(one, admin)
  expect((await upload(other, senderId, key, 60)).statusCode).toBe(200)
  expect((await upload(one, senderId, key, 60.5)).statusCode).toBe(200)
  const seen = await until(other, admin, id, ({ health }) => health.messagesToday === 2)
  expect(seen).toMatchObject({ isSilent: false, health: { intervalSeconds: 16, missedToday: 0 } })
  const changed = await other.reply(changeInstrumentKey, { params: { id: String(id) } }, admin)
  await expect
    .poll(async () => (await upload(one, senderId, key, 61)).statusCode, { timeout: 45_000 })
    .toBe(401)
  expect((await upload(one, senderId, changed.key, 61)).statusCode).toBe(200)
})

it('shows that an instrument is silent, and how many messages are missing', async () => {
  const at = { latitude: 35.2, longitude: -97.44 }
  const { organizationLocation } = await one.reply(
    addOrganizationLocation,
    { body: { name: 'Pool', ...at } },
    admin,
  )
  const place = { organizationLocationId: organizationLocation.id }
  const { id, senderId, key } = await addOne(one, admin, place)
  await one.ask(addLocation, { body: { ...ownLocation, ...at, ...place } }, admin)
  await upload(one, senderId, key, 60)
  await until(one, admin, id, ({ heardAt }) => heardAt !== null)
  expect(await one.reply(listUnprotected, {}, admin)).toEqual([])
  await sql`update instrument_reports set heard_at = heard_at - interval '6 minutes',
    first_heard_at = first_heard_at - interval '6 minutes' where instrument_id = ${id}`.execute(store.db)
  const silent = await one.reply(getInstrument, { params: { id: String(id) } }, admin)
  expect(silent.isSilent).toBe(true)
  expect(await one.reply(listUnprotected, {}, admin)).toMatchObject([
    {
      sirenName: 'Roof',
      because: 'It last sent something 6 minutes ago',
      isNotice: true,
      isInstrument: true,
    },
  ])
  const metrics = await one.house.http.inject('/metrics')
  expect(metrics.body).toMatch(/skywarden_instruments\{state="silent"\} [1-9]/)
})

it('applies an edit once, with calibration, and refuses one made from an older version', async () => {
  const added = await addOne(one, admin)
  const params = { id: String(added.id) }
  const calibration = [{ measure: 'temperatureF', offset: -2, factor: 1, since: '2026-05-01' } as const]
  const body = { name: 'Gym roof', ...roof, windHeightFeet: 20, calibration }
  const saved = await one.reply(
    updateInstrument,
    { params, body: { ...body, version: added.version } },
    admin,
  )
  expect(saved).toMatchObject({
    name: 'Gym roof',
    windHeightFeet: 20,
    calibration,
    version: added.version + 1,
  })
  const late = await one.ask(updateInstrument, { params, body: { ...body, version: added.version } }, admin)
  expect(late.status).toBe(409)
  const station = await sql<{
    name: string
  }>`select name from stations where id = ${saved.weatherStationId}`.execute(store.db)
  expect(station.rows).toEqual([{ name: 'Gym roof' }])
  await expect
    .poll(
      async () => {
        await upload(one, added.senderId, added.key, 62)
        const shown = await one.reply(getInstrument, { params }, admin)
        return shown.received?.values.find(({ measure }) => measure === 'temperatureF')
      },
      { timeout: 45_000 },
    )
    .toMatchObject({ sent: 62, value: 60, isCorrected: true })
  const twice = { ...body, calibration: [...calibration, ...calibration], version: saved.version }
  expect((await one.ask(updateInstrument, { params, body: twice }, admin)).status).toBe(400)
  const { rows: acts } = await sql<{ action: string; before: unknown }>`
    select action, before from audit_log where target like ${`%(instrument ${added.id})`} order by id`.execute(
    store.db,
  )
  expect(acts.map(({ action }) => action)).toEqual(['instrument added', 'instrument changed'])
})

it('is hidden from other customers, and shown to those who manage its group', async () => {
  const groupId = await one.group(customerId, 'Athletics')
  const otherGroup = await one.group(customerId, 'Band')
  const { organizationLocation: place } = await one.reply(
    addOrganizationLocation,
    { body: { name: 'Stadium', latitude: 35.2, longitude: -97.44 } },
    admin,
  )
  await sql`insert into organization_location_sites (customer_id, organization_location_id, user_group_id, created_at)
    values (${customerId}, ${place.id}, ${groupId}, now())`.execute(store.db)
  const { id } = await addOne(one, admin, { organizationLocationId: place.id })
  const params = { id: String(id) }
  const assistant = await one.person({ role: 'AssistantAdmin', customerId, groupId })
  const elsewhere = await one.person({ role: 'AssistantAdmin', customerId, groupId: otherGroup })
  expect((await one.reply(listInstruments, {}, assistant)).map(each => each.id)).toEqual([id])
  expect((await one.ask(getInstrument, { params }, assistant)).status).toBe(200)
  expect((await one.ask(getInstrument, { params }, elsewhere)).status).toBe(404)
  expect(await one.reply(listInstruments, {}, stranger)).toEqual([])
  for (const call of [getInstrument, changeInstrumentKey, removeInstrument])
    expect((await one.ask(call, { params }, stranger)).status).toBe(404)
  const body = { name: 'Mine', ...roof, version: 1 }
  expect((await one.ask(updateInstrument, { params, body }, stranger)).status).toBe(404)
  const foreign = { make: 'ecowitt', name: 'Mine', ...roof, organizationLocationId: place.id } as const
  expect((await one.ask(addInstrument, { body: foreign }, stranger)).status).toBe(400)
})

it('asks for what a make needs, and never shows a provider’s key', async () => {
  const cloud = { make: 'tempest-cloud', name: 'Tempest', ...roof, serial: '77123' } as const
  const bare = await one.ask(addInstrument, { body: cloud }, admin)
  expect(bare.body.responseException?.errors).toEqual({ ApiKey: ['is needed for Tempest cloud'] })
  const added = await one.ask(addInstrument, { body: { ...cloud, apiKey: 'tempest-secret' } }, admin)
  expect(added.body.data).toMatchObject({ hasApiKey: true })
  const again = await one.ask(addInstrument, { body: { ...cloud, apiKey: 'tempest-secret' } }, admin)
  expect(again.body.responseException?.errors).toEqual({ Serial: ['is the number of another instrument'] })
  const { rows } = await sql<{ all: string }>`
    select (select json_agg(i)::text from instruments i) || (select json_agg(a)::text from audit_log a) as all`.execute(
    store.db,
  )
  expect(rows[0]?.all).toContain('77123')
  expect(rows[0]?.all).not.toContain('tempest-secret')
  expect(JSON.stringify(await one.reply(listInstruments, {}, admin))).not.toContain('tempest-secret')
})

it('counts wrong keys by address, and still accepts a right one', async () => {
  const { senderId, key } = await addOne(one, admin)
  const statuses: number[] = []
  for (let count = 0; count < 8; count++)
    statuses.push((await upload(other, senderId, `wrong${count}`, 60)).statusCode)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect((await upload(other, senderId, key, 60)).statusCode).toBe(200)
})
