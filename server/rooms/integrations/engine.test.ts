import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { insertLocation, type LocationRings } from '#server/rooms/locations/index'
import { endWarning, insertPolicy, insertWarning } from '#server/rooms/policies/index'
import { insertUser } from '#server/rooms/users/index'
import { EventMaker, type EventDeps } from './engine.ts'
import { WebhookWorld } from './webhooks/webhooks.testing.ts'

let world: WebhookWorld
let watching: LocationRings[]
let policyId: number

/** Two people have the place on their dashboards. */
beforeEach(async () => {
  world = await WebhookWorld.open()
  await world.endpoint('https://example.test/hooks')
  watching = []
  const now = world.clock.now()
  await world.store.db.transaction().execute(async tx => {
    const policy = { type: 'WIND', threshold: 30, allClearMinutes: 30, groups: 'all' } as const
    policyId = await insertPolicy(tx, { ...policy, customerId: world.customerId }, now)
    for (let people = 0; people < 2; people++) {
      const id = randomUUID()
      const named = { user_name: id, first_name: 'One', last_name: '', email: null, phone_number: null }
      const of = { customer_id: world.customerId, created_at: now }
      const settings = { role: 'Admin', permissions: [], time_zone: 'CST', is_active: true }
      const more = { user_group_id: null, declines_notifications: false, activated_at: now }
      await insertUser(tx, { id, ...named, ...of, ...settings, ...more })
      const where = { label: 'Stadium', latitude: 35, longitude: -97 }
      const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, all_clear_minutes: 30 }
      const flags = { flags: 0, forecast_location: false, is_given: false, address: '', updated_at: now }
      const place = { user_id: id, organization_location_id: world.place }
      const row = await insertLocation(tx, { ...of, ...place, ...where, ...rings, ...flags })
      watching.push({
        id: row.id,
        customerId: world.customerId,
        userId: id,
        ...where,
        radiiMiles: [8, 0, 0, 0],
        allClearMinutes: 30,
        organizationLocationId: world.place,
      })
    }
  })
})
afterEach(() => world.store.close())

const deps = (): EventDeps => ({
  places: { watching: id => (id === world.place ? watching : []), lightningAt: () => world.lightning },
  locations: { find: id => watching.find(location => location.id === id) },
  isSimulated: () => false,
  simulated: false,
})

let number = 0
function fact(
  kind: 'warning opened' | 'warning ended',
  location: LocationRings,
  warningId: number,
  isAllClear = true,
): Fact<Facts> {
  const body = { locationId: location.id, userId: location.userId, warningId, policyType: 'WIND', isAllClear }
  const about = { number: ++number, at: world.clock.now(), customerId: world.customerId, because: 'Wind' }
  return { kind, ...about, subject: '', body } as unknown as Fact<Facts>
}

function notified(facts: readonly Fact<Facts>[]) {
  return world.store.db.transaction().execute(async tx => {
    const maker = await EventMaker.open(tx, deps(), world.clock.now())
    await maker.ofFacts(facts)
    return maker.made.map(({ type, topic, details }) => ({ type, topic, value: details['value'] }))
  })
}
const open = (location: LocationRings) => {
  const nowMs = world.clock.now().getTime()
  const times = { startedMs: nowMs, lastAlertMs: nowMs, updatedMs: nowMs, leftMs: null }
  const policy = { id: policyId, name: 'Wind', type: 'WIND', threshold: 30 } as const
  return world.store.db
    .transaction()
    .execute(tx =>
      insertWarning(
        tx,
        location,
        { ...policy, allClearMinutes: 30, reAlertMinutes: 10 },
        { ...times, value: 41, threshold: 30, unsure: null, unsureMs: null, source: null },
        false,
      ),
    )
}
const end = (id: number) =>
  world.store.db.transaction().execute(tx => endWarning(tx, 'system', id, world.clock.now(), 'All clear'))

test('publishes a warning at a place once, and its end when the last warning has ended', async () => {
  const [one, other] = watching as [LocationRings, LocationRings]
  const [first, second] = [await open(one), await open(other)]
  const began = [fact('warning opened', one, first), fact('warning opened', other, second)]
  expect(await notified(began)).toEqual([{ type: 'WARNING', topic: 'policy WIND', value: 41 }])
  // Repeating the same facts, as after a lost commit, has no effect.
  expect(await notified(began)).toEqual([])
  await end(first)
  expect(await notified([fact('warning ended', one, first)])).toEqual([])
  await end(second)
  expect(await notified([fact('warning ended', other, second)])).toMatchObject([{ type: 'CLEAR' }])
})

test('a warning that ends without an all clear is Unknown, never clear', async () => {
  const [one] = watching as [LocationRings]
  const id = await open(one)
  await notified([fact('warning opened', one, id)])
  await end(id)
  expect(await notified([fact('warning ended', one, id, false)])).toMatchObject([{ type: 'UNKNOWN' }])
})

test('the periodic check ends a warning whose location was deleted', async () => {
  const [one] = watching as [LocationRings]
  const id = await open(one)
  await notified([fact('warning opened', one, id)])
  watching = []
  const made = await world.store.db.transaction().execute(async tx => {
    const maker = await EventMaker.open(tx, deps(), world.clock.now())
    await maker.dangersLeftBehind()
    return maker.made.map(({ type }) => type)
  })
  expect(made).toEqual(['UNKNOWN'])
})
