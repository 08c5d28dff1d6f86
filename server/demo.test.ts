import { afterAll, beforeAll, expect, test } from 'vitest'
import { ringFaults, noLocks } from '#domain/lightning/ring-rules'
import { inContinentalUs } from '#domain/geo/continental-us'
import { findUserForSignIn } from '#server/rooms/users/index'
import { listLocationsOf, loadRings } from '#server/rooms/locations/index'
import { testHouse, type TestHouse } from '#server/testing'

let world: TestHouse

beforeAll(async () => {
  world = await testHouse({ environment: { SKYWARDEN_DEMO: 'on' } })
})
afterAll(() => world.close())

async function labelsOf(email: string): Promise<string[]> {
  const { db } = world.house.store
  const person = await findUserForSignIn(db, email)
  if (!person) throw new Error(`${email} is not part of the demonstration`)
  return (await listLocationsOf(db, person.customer_id, person.id)).map(row => row.label)
}

test.each(['admin@demo.test', 'assistant@demo.test', 'customer@demo.test'])(
  '%s has the six places, Norman first',
  async email => {
    expect(await labelsOf(email)).toEqual([
      'Norman Stadium',
      'Phoenix Yard',
      'Tampa Pier',
      'Fresno Fields',
      'Buffalo Depot',
      'Amarillo Crane',
    ])
  },
)

test('the other customer has a place of its own, and support staff none', async () => {
  expect(await labelsOf('admin@other.test')).toEqual(['Tulsa Hall'])
  expect(await labelsOf('super@skywarden.test')).toEqual([])
})

test('every place keeps to the rules, where lightning is covered', async () => {
  const places = (await Array.fromAsync(loadRings(world.house.store.db, 'system'))).flat()
  expect(places).toHaveLength(19)
  for (const { label, radiiMiles: radii, allClearMinutes, latitude, longitude } of places) {
    const faults = ringFaults({ radii, allClearMinutes }, { locks: noLocks, fourthZone: true })
    expect(faults, label).toEqual([])
    expect(inContinentalUs(latitude, longitude), label).toBe(true)
  }
})

test('a house that is not empty is left alone', async () => {
  await world.restart()
  expect(await labelsOf('admin@other.test')).toEqual(['Tulsa Hall'])
})
