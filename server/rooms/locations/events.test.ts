import { noLocks } from '#domain/lightning/ring-rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Facts } from '#server/facts'
import { openChanges, type Changes } from '#server/platform/changes/index'
import { systemClock } from '#server/platform/clock'
import { createDoorbell } from '#server/platform/doorbell/index'
import type { Caller } from '#server/platform/http/caller'
import { silentLog } from '#server/platform/log'
import { findUser, personOf, type UserRow } from '#server/rooms/users/index'
import { testHouse, type TestHouse } from '#server/house/testing'
import type { Doing, LocationChangeDeps } from './acting.ts'
import {
  changeOrganizationLocation,
  defineOrganizationLocation,
  removeOrganizationLocation,
} from './change-organization-location.ts'
import { chooseForecastLocation } from './choose-forecast-location.ts'
import { giveLocations } from './give-locations.ts'
import { findRings } from './index.ts'
import { removeLocation } from './remove-location.ts'
import { addLocation, changeLocation } from './save-location.ts'
import { listLocationsOf } from './store/locations.ts'

const place = { label: 'Stadium', latitude: 35.2, longitude: -97.4 }
const park = { name: 'Park', address: '', latitude: 35.2, longitude: -97.4 }

let world: TestHouse
let changes: Changes<Facts>
let room: LocationChangeDeps
let row: UserRow
let doing: Doing
/** The events received, and the first ring's radius as the subscriber read it. */
const received: [event: 'changed' | 'removed', locationId: number, firstRing: number | undefined][] = []

beforeAll(async () => {
  world = await testHouse()
  const { db } = world.house.store
  const customerId = await world.customer()
  const person = await world.person({ role: 'Admin', customerId })
  row = (await findUser(db, customerId, person.id)) as UserRow
  const caller: Caller = { ...personOf(row), sessionId: null, impersonator: null }
  doing = { caller, now: new Date(), requestId: 'a-request' }
  const doorbell = createDoorbell(silentLog)
  const { monotonicMs } = systemClock
  changes = await openChanges<Facts>({ db, clock: systemClock, monotonicMs, log: silentLog, doorbell })
  room = {
    db,
    changes,
    ringLocksFor: async () => noLocks,
    isRiskProfile: async () => false,
    sirenMilesAt: () => null,
  }
  const firstRing = async (id: number) => (await findRings(db, 'system', id))?.radiiMiles[0]
  changes.subscribe('location changed', async ({ locationId, userId }, fact) => {
    expect([fact.customerId, userId]).toEqual([customerId, person.id])
    received.push(['changed', locationId, await firstRing(locationId)])
  })
  changes.subscribe('location removed', async ({ locationId }) => {
    received.push(['removed', locationId, await firstRing(locationId)])
  })
})
afterAll(() => world.close())
beforeEach(() => void (received.length = 0))

/** Subscribers read the database, so they must be notified only when there is something to read. */
test('publishes each add, change, choice and deletion of a location once it can be read', async () => {
  const { id } = await addLocation(room, doing, place)
  await changes.catchUp()
  await changeLocation(room, doing, { ...place, id, radius1: 12 })
  await changes.catchUp()
  await chooseForecastLocation(room, doing, id)
  await changes.catchUp()
  await removeLocation(room, doing, id)
  await changes.catchUp()
  expect(received).toEqual([
    ['changed', id, 10],
    ['changed', id, 12],
    ['changed', id, 12],
    ['removed', id, undefined],
  ])
})

test('publishes nothing for a rejected request', async () => {
  await expect(addLocation(room, doing, { ...place, radius1: 99 })).rejects.toThrow()
  await expect(removeLocation(room, doing, 999999)).rejects.toThrow()
  await changes.catchUp()
  expect(received).toEqual([])
})

test('publishes linked locations when their organization location is assigned, moved, deleted and taken away', async () => {
  const { db } = room
  const [one, other] = [
    await defineOrganizationLocation(room, doing, park),
    await defineOrganizationLocation(room, doing, park),
  ]
  await giveLocations(room, doing, row, [
    { organizationLocationId: one.id },
    { organizationLocationId: other.id },
  ])
  const [first, second] = (await listLocationsOf(db, row.customer_id, row.id)).map(each => each.id)
  await changes.catchUp()
  await changeOrganizationLocation(room, doing, one, { ...park, latitude: 36 })
  await removeOrganizationLocation(room, doing, one.id)
  await giveLocations(room, doing, row, [])
  await changes.catchUp()
  expect(received).toEqual([
    ['changed', first, 10],
    ['changed', second, 10],
    ['changed', first, 10],
    ['changed', first, 10],
    ['removed', second, undefined],
  ])
})
