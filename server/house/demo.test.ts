import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCurrentUser } from '#contract/users'
import { ringFaults, noLocks } from '#domain/lightning/ring-rules'
import { inContinentalUs } from '#domain/geo/continental-us'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/rooms/identity/browser.testing'
import { findUserForSignIn } from '#server/rooms/users/index'
import { listLocationsOf, loadRings } from '#server/rooms/locations/index'
import { demoPassword } from './demo.ts'
import { testHouse, type TestHouse } from '#server/house/testing'

let world: TestHouse

beforeAll(async () => {
  world = await testHouse({ listen: true, environment: { SKYWARDEN_DEMO: 'on' } })
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

test('nobody signs in with its password once it is switched off, and whoever was signed in is not any more', async () => {
  const { baseUrl } = world
  const superAdmin = 'super@skywarden.test'
  const signIn = () => submitSignIn(new Browser(baseUrl), startSignIn(baseUrl), superAdmin, demoPassword)
  const attempt = startSignIn(baseUrl)
  const back = await submitSignIn(new Browser(baseUrl), attempt, superAdmin, demoPassword)
  const { access_token: token = '' } = await exchange(baseUrl, attempt, codeIn(back))
  const who = () => world.raw({ url: getCurrentUser.path, headers: { authorization: `Bearer ${token}` } })
  expect((await who()).status).toBe(200)

  await world.restart({ SKYWARDEN_DEMO: 'off' })
  expect((await who()).status).toBe(401)
  const refused = await signIn()
  expect(refused.status).toBe(401)
  expect(refused.text).toContain('the demonstration is switched off')

  await world.restart({ SKYWARDEN_DEMO: 'on' })
  expect((await signIn()).location).not.toBeNull()
})

test('a house that is not empty is left alone', async () => {
  await world.restart()
  expect(await labelsOf('admin@other.test')).toEqual(['Tulsa Hall'])
})
