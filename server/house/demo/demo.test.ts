import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCurrentUser } from '#contract/people/users'
import { isOutdated, noLocks, ringFaults } from '#domain/lightning/ring-rules'
import { inContinentalUs } from '#domain/geo/continental-us'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { alertTimeFaults } from '#domain/alert-times/alert-time-rules'
import { isOvernight } from '#domain/alert-times/alert-times'
import { reachFault } from '#domain/messages/ways-to-reach'
import { diallable } from '#domain/notifications/recipient'
import { alertTimesOfGroups } from '#server/rooms/groups/index'
import { hasPassword } from '#server/rooms/identity/index'
import { findUserForSignIn, fullNameOf, listUsers } from '#server/rooms/users/index'
import { listLocationsOf, loadRings } from '#server/rooms/locations/index'
import { ringLocksFor } from '#server/rooms/policies/index'
import { demoRecipients, otherRecipients } from './people.ts'
import { demoPassword, demoSignIn } from './index.ts'
import { testHouse, type TestHouse } from '#server/house/testing'

let world: TestHouse
const accounts = new Set(demoSignIn.accounts.map(({ userName }) => userName))

beforeAll(async () => {
  world = await testHouse({ listen: true, environment: { SKYWARDEN_DEMO: 'on' } })
})
afterAll(() => world.close())

async function labelsOf(email: string): Promise<string[]> {
  const { db } = world.house.store
  const person = await findUserForSignIn(db, email)
  if (!person) throw new Error(`${email} is not part of the demo`)
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

test('the other customer has its own place, and support staff have none', async () => {
  expect(await labelsOf('admin@other.test')).toEqual(['Tulsa Hall'])
  expect(await labelsOf('super@skywarden.test')).toEqual([])
})

test('every place follows the rules where lightning is covered', async () => {
  const places = (await Array.fromAsync(loadRings(world.house.store.db, 'system'))).flat()
  expect(places).toHaveLength(37)
  for (const { label, radiiMiles: radii, allClearMinutes, latitude, longitude } of places) {
    const faults = ringFaults({ radii, allClearMinutes }, { locks: noLocks, fourthZone: true })
    expect(faults, label).toEqual([])
    expect(inContinentalUs(latitude, longitude), label).toBe(true)
  }
})

test("every place has the rings that the policies of its person's group require", async () => {
  const { db } = world.house.store
  const places = (await Array.fromAsync(loadRings(db, 'system'))).flat()
  for (const { label, userId, radiiMiles: radii, allClearMinutes } of places) {
    const locks = await ringLocksFor(db, 'system', userId)
    expect(isOutdated({ radii, allClearMinutes }, locks), label).toBe(false)
  }
})

test('people who only receive notifications can be reached as the rules require, at fictional numbers and addresses', async () => {
  const reported = (await listUsers(world.house.store.db, 'system')).filter(
    row => !accounts.has(row.user_name),
  )
  expect(reported).toHaveLength(demoRecipients.length + otherRecipients.length)
  for (const row of reported) {
    const kind = row.role === 'NotificationOnly' ? 'notification only' : 'full user'
    const { email, phone_number: phoneNumber } = row
    const ways = { emailNotifications: row.email_notifications, smsNotifications: row.sms_notifications }
    expect(reachFault({ email, phoneNumber, ...ways }, kind), fullNameOf(row)).toBeUndefined()
    expect(email ?? '@demo.test').toMatch(/@(demo|other)\.test$/)
    expect(diallable(phoneNumber) ?? '+14055550100').toMatch(/^\+1\d{3}55501\d\d$/)
    expect(await hasPassword(world.house.store.db, row.id, demoPassword)).toBe(false)
    expect([1, 2]).toContain(row.organization_location_ids.length)
  }
  expect(reported.filter(row => row.email_unsubscribed_at !== null)).toHaveLength(1)
  expect(reported.some(row => row.role === 'Customer' && row.activated_at === null)).toBe(true)
})

test('groups are notified at different hours: at night, on weekdays, at any time', async () => {
  const times = [...(await alertTimesOfGroups(world.house.store.db, 'system')).values()]
  for (const week of times) expect(alertTimeFaults(week)).toEqual([])
  expect(times.some(week => week.every(isOvernight))).toBe(true)
  expect(times.some(week => week.filter(({ enabled }) => enabled).length === 5)).toBe(true)
  expect(times.some(week => week.every(({ allDay }) => allDay))).toBe(true)
})

test('its password stops working once it is switched off, and existing sessions end', async () => {
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
  expect(refused.text).toContain('demo mode is off')

  await world.restart({ SKYWARDEN_DEMO: 'on' })
  expect((await signIn()).location).not.toBeNull()
})

test('does not touch a database that is not empty', async () => {
  await world.restart()
  expect(await labelsOf('admin@other.test')).toEqual(['Tulsa Hall'])
})
