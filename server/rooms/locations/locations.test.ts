import { afterAll, describe, expect, it } from 'vitest'
import type { Asked } from '#contract/call'
import {
  addLocation,
  deleteLocation,
  listLocations,
  listLocationsOfUser,
  setForecastLocation,
  updateLocation,
  type Location,
} from '#contract/places/locations'
import { readActs } from '#server/platform/audit'
import type { TestAnswer, TestPerson } from '#server/house/testing'
import { insertLocation, loadRings } from './index.ts'
import { openPeople } from './people.testing.ts'

const { world, customerId, groupId, admin, assistant, person, stranger, supporter } = await openPeople()
afterAll(() => world.close())

type Body = Asked<typeof addLocation>['body']
const stadium: Body = { label: 'Stadium', latitude: 35.2, longitude: -97.4 }

function errorsOf(answer: TestAnswer) {
  expect(answer.status).toBe(400)
  return answer.body.responseException?.errors
}

async function add(body: Partial<Body> = {}, as = person): Promise<Location> {
  const answer = await world.ask(addLocation, { body: { ...stadium, ...body } }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { message, location } = answer.body.data as { message: string; location: Location }
  expect(message).toBe('Location added')
  return location
}

async function own(as = person): Promise<Location[]> {
  return (await world.ask(listLocations, {}, as)).body.data as Location[]
}

/** Creates a location as if an administrator had assigned it. */
async function given(to: TestPerson): Promise<number> {
  const now = new Date()
  const row = await world.house.store.db.transaction().execute(tx =>
    insertLocation(tx, {
      customer_id: to.customerId,
      user_id: to.id,
      organization_location_id: null,
      label: 'Given',
      address: '',
      latitude: 35,
      longitude: -97,
      radius1: 10,
      radius2: 20,
      radius3: 30,
      radius4: 0,
      all_clear_minutes: 30,
      flags: 0,
      forecast_location: false,
      is_given: true,
      created_at: now,
      updated_at: now,
    }),
  )
  return row.id
}

describe('a new location', () => {
  it('has the default values of the design', async () => {
    const location = await add()
    expect(location).toEqual({
      id: location.id,
      label: 'Stadium',
      locationName: '',
      latitude: 35.2,
      longitude: -97.4,
      radius1: 10,
      radius2: 0,
      radius3: 0,
      radius4: 0,
      allClearMinutes: 30,
      flags: 0,
      forecastLocation: false,
      organizationLocationId: null,
      type: 0,
      timeZone: 'America/Chicago',
      version: 1,
    })
    expect(await own()).toContainEqual(location)
  })

  it('has the values that were sent', async () => {
    const reported = {
      locationName: '1185 Asp Ave',
      radius1: 8,
      radius2: 16,
      radius3: 26,
      allClearMinutes: 60,
      flags: 30,
    }
    expect(await add(reported)).toMatchObject(reported)
  })

  it.each([
    [0, 0],
    [2, 0],
    [30, 30],
  ])('with flags %d has flags %d, because no one is silenced without asking for it', async (sent, stored) => {
    expect((await add({ flags: sent })).flags).toBe(stored)
  })

  it('is of type 0 and in its place’s time zone, whatever was sent, and ignores an id', async () => {
    const location = await add({ type: 1, id: 7, timeZone: 'Europe/London' })
    expect(location).toMatchObject({ type: 0, timeZone: 'America/Chicago' })
    expect(location.id).not.toBe(7)
  })

  it.each<[what: string, body: Partial<Record<keyof Body, unknown>>, field: string]>([
    ['no label', { label: undefined }, 'Label'],
    ['a blank label', { label: ' ' }, 'Label'],
    ['a label of 81 characters', { label: 'x'.repeat(81) }, 'Label'],
    ['an address of 201 characters', { locationName: 'x'.repeat(201) }, 'LocationName'],
    ['no position', { latitude: undefined }, 'Latitude'],
    ['a latitude north of the pole', { latitude: 90.1 }, 'Latitude'],
    ['a longitude beyond the date line', { longitude: -180.1 }, 'Longitude'],
    ['no first ring', { radius1: 0 }, 'Radius1'],
    ['a first ring that is null', { radius1: null }, 'Radius1'],
    ['a radius of 51 miles', { radius1: 51 }, 'Radius1'],
    ['rings that do not increase', { radius1: 10, radius2: 10 }, 'Radius2'],
    ['a third ring without a second', { radius3: 30 }, 'Radius3'],
    ['a fourth ring without the entitlement', { radius2: 20, radius3: 30, radius4: 40 }, 'Radius4'],
    ['an all-clear time of 5 minutes', { allClearMinutes: 5 }, 'AllClearMinutes'],
    ['an all-clear time of 25 minutes', { allClearMinutes: 25 }, 'AllClearMinutes'],
    ['an all-clear time of 70 minutes', { allClearMinutes: 70 }, 'AllClearMinutes'],
    ['unknown flags', { flags: 64 }, 'Flags'],
    ['an unknown organization location', { organizationLocationId: 999999 }, 'OrganizationLocationId'],
  ])('is rejected with %s', async (_, body, field) => {
    const before = await own()
    const answer = await world.ask(addLocation, { body: { ...stadium, ...body } as Body }, person)
    expect(Object.keys(errorsOf(answer) ?? {})).toEqual([field])
    expect(await own()).toEqual(before)
  })

  it('reports all errors at once', async () => {
    const answer = await world.ask(
      addLocation,
      { body: { ...stadium, radius1: 60, allClearMinutes: 7 } },
      person,
    )
    expect(Object.keys(errorsOf(answer) ?? {})).toEqual(['Radius1', 'AllClearMinutes'])
  })

  it('has a fourth ring if its person has the entitlement', async () => {
    const entitled = await world.person({
      role: 'Customer',
      customerId,
      permissions: ['fourth_lightning_zone.support'],
    })
    const radii = { radius1: 8, radius2: 16, radius3: 26, radius4: 40 }
    expect(await add(radii, entitled)).toMatchObject(radii)
  })

  it('is rejected after 500, even with concurrent requests', async () => {
    const collector = await world.person({ role: 'Customer', customerId })
    for (let times = 0; times < 480; times++) await given(collector)
    const tries = Array.from({ length: 30 }, () => world.ask(addLocation, { body: stadium }, collector))
    const answers = await Promise.all(tries)
    const refused = answers.filter(answer => answer.status !== 200)
    expect(refused).toHaveLength(10)
    expect(errorsOf(refused[0] as TestAnswer)).toEqual({
      ServerErrors: ['The limit is 500 locations. Delete one to add another.'],
    })
    expect(await own(collector)).toHaveLength(500)
  })
})

describe('changing a location', () => {
  it('changes only the fields that were sent', async () => {
    const location = await add({ locationName: 'Here', radius2: 20, allClearMinutes: 40, flags: 30 })
    const body = { id: location.id, label: 'Arena', latitude: 36, longitude: -98, radius1: 12 }
    const answer = await world.ask(updateLocation, { body }, person)
    expect(answer.body.data).toBe('Location updated')
    expect(await own()).toContainEqual({ ...location, ...body, version: 2 })
  })

  it('accepts the values a form received, unchanged', async () => {
    const location = await add()
    expect((await world.ask(updateLocation, { body: location }, person)).status).toBe(200)
    expect(await own()).toContainEqual({ ...location, version: 2 })
  })

  it('enforces the ring rules, even if only one of two values is sent', async () => {
    const location = await add({ radius1: 10, radius2: 20 })
    const body = { ...stadium, id: location.id, radius1: 20 }
    expect(errorsOf(await world.ask(updateLocation, { body }, person))).toEqual({
      Radius2: ['must be at least 1 mile more than zone 1'],
    })
    expect(await own()).toContainEqual(location)
  })

  it('may keep and change an existing fourth ring after the entitlement is gone', async () => {
    const entitled = await world.person({
      role: 'Customer',
      customerId,
      permissions: ['fourth_lightning_zone.support'],
    })
    const { id } = await add({ radius2: 20, radius3: 30, radius4: 40 }, entitled)
    const { db } = world.house.store
    await db
      .withTables<{ users: { id: string; permissions: string[] } }>()
      .updateTable('users')
      .set({ permissions: [] })
      .where('id', '=', entitled.id)
      .execute()
    await world.restart()
    const change = (radius4: number) =>
      world.ask(updateLocation, { body: { ...stadium, id, radius4 } }, entitled)
    expect((await change(45)).status).toBe(200)
    expect((await change(0)).status).toBe(200)
    expect(Object.keys(errorsOf(await change(40)) ?? {})).toEqual(['Radius4'])
  })

  it('keeps an assigned location’s name, but changes its rings', async () => {
    const id = await given(person)
    const change = (label: string) =>
      world.ask(
        updateLocation,
        { body: { id, label, latitude: 35, longitude: -97, radius1: 5, type: 0 } },
        person,
      )
    expect(errorsOf(await change('Mine'))).toEqual({
      Label: ['cannot be changed, because your organization gave you this location'],
    })
    expect((await change('Given')).status).toBe(200)
    expect(await own()).toContainEqual(
      expect.objectContaining({ id, label: 'Given', radius1: 5, radius2: 20, type: 1 }),
    )
  })
})

describe('deleting a location', () => {
  it('removes it', async () => {
    const { id } = await add()
    const answer = await world.ask(deleteLocation, { params: { id: String(id) } }, person)
    expect(answer.body.data).toBe('Location deleted')
    expect((await own()).map(location => location.id)).not.toContain(id)
    expect((await world.ask(deleteLocation, { params: { id: String(id) } }, person)).status).toBe(404)
  })

  it('is rejected for an assigned location', async () => {
    const id = await given(person)
    const answer = await world.ask(deleteLocation, { params: { id: String(id) } }, person)
    expect(errorsOf(answer)).toHaveProperty('ServerErrors')
    expect((await own()).map(location => location.id)).toContain(id)
  })
})

describe('the forecast location', () => {
  it('is at most one', async () => {
    const someone = await world.person({ role: 'Customer', customerId, groupId })
    const first = await add({ forecastLocation: true }, someone)
    const second = await add({ forecastLocation: true }, someone)
    const chosen = async () =>
      (await own(someone)).filter(location => location.forecastLocation).map(location => location.id)
    expect(await chosen()).toEqual([second.id])
    for (const caller of [someone, assistant]) {
      const params = { id: String(first.id) }
      expect((await world.ask(setForecastLocation, { params }, caller)).body.data).toBe('Location updated')
    }
    expect(await chosen()).toEqual([first.id])
    const [newest] = await own(someone)
    const body = { ...first, version: newest?.version, forecastLocation: false }
    expect((await world.ask(updateLocation, { body }, someone)).status).toBe(200)
    expect(await chosen()).toEqual([])
  })

  it('is set for others only by people who manage them', async () => {
    const elsewhere = await world.person({ role: 'Customer', customerId })
    const params = { id: String((await add({}, elsewhere)).id) }
    expect((await world.ask(setForecastLocation, { params }, assistant)).status).toBe(404)
    expect((await world.ask(setForecastLocation, { params }, person)).status).toBe(404)
    expect((await world.ask(setForecastLocation, { params }, admin)).status).toBe(200)
  })
})

describe('access to locations', () => {
  it('is denied to a colleague and a stranger, who find and change nothing', async () => {
    const location = await add()
    const params = { id: String(location.id) }
    for (const other of [admin, stranger, supporter]) {
      const body = { ...location, label: 'Mine now' }
      expect((await world.ask(updateLocation, { body }, other)).status).toBe(404)
      expect((await world.ask(deleteLocation, { params }, other)).status).toBe(404)
      expect(await own(other)).toEqual([])
    }
    expect((await world.ask(setForecastLocation, { params }, stranger)).status).toBe(404)
    expect(await own()).toContainEqual(location)
  })

  it('is granted to the person’s administrators', async () => {
    const { id } = await add()
    const elsewhere = await world.person({ role: 'Customer', customerId })
    const ask = (of: TestPerson, as: TestPerson) =>
      world.ask(listLocationsOfUser, { params: { userId: of.id } }, as)
    for (const caller of [admin, assistant, supporter]) {
      const answer = await ask(person, caller)
      expect(answer.status).toBe(200)
      expect(answer.body.data).toContainEqual(expect.objectContaining({ id }))
    }
    expect((await ask(admin, admin)).status).toBe(200)
    expect((await ask(elsewhere, admin)).status).toBe(200)
    expect((await ask(elsewhere, assistant)).status).toBe(404)
    expect((await ask(person, stranger)).status).toBe(404)
    expect((await ask(person, person)).status).toBe(403)
  })

  it('is not granted by a header that claims the person is notification-only', async () => {
    const url = listLocationsOfUser.path.replace('{userId}', person.id)
    const headers = { NotificationOnlyUser: 'true' }
    expect((await world.raw({ url, headers }, stranger)).status).toBe(404)
    expect((await world.raw({ url, headers }, person)).status).toBe(403)
    expect((await world.raw({ url, headers }, admin)).status).toBe(200)
  })
})

describe('records of locations', () => {
  it('every action is in the audit log, with its changes', async () => {
    const someone = await world.person({ role: 'Customer', customerId: await world.customer() })
    const location = await add({}, someone)
    await world.ask(updateLocation, { body: { ...location, radius1: 12 } }, someone)
    await world.ask(setForecastLocation, { params: { id: String(location.id) } }, someone)
    await world.ask(deleteLocation, { params: { id: String(location.id) } }, someone)
    const acts = await readActs(world.house.store.db, someone.customerId, { count: 10 })
    expect(acts.map(act => act.action).toReversed()).toEqual([
      'location added',
      'location changed',
      'forecast location chosen',
      'location deleted',
    ])
    expect(acts.every(act => act.actor_id === someone.id)).toBe(true)
    expect(acts.every(act => act.target === `Stadium (location ${location.id})`)).toBe(true)
    expect(acts[2]).toMatchObject({ before: { radius1: 10 }, after: { radius1: 12 } })
  })

  it('the rings of all customers are read in batches, each once', async () => {
    await add({}, stranger)
    const portions = await Array.fromAsync(loadRings(world.house.store.db, 'system', 7))
    const rings = portions.flat()
    expect(Math.max(...portions.map(portion => portion.length))).toBe(7)
    expect(new Set(rings.map(one => one.id)).size).toBe(rings.length)
    expect(rings.filter(one => one.customerId === stranger.customerId)).toEqual([
      expect.objectContaining({ userId: stranger.id, radiiMiles: [10, 0, 0, 0], allClearMinutes: 30 }),
    ])
  })
})
