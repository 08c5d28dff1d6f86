import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOrganizationLocation, setOrganizationLocationsOfUser } from '#contract/places/locations'
import {
  getNotificationSettings,
  setNotificationSettings,
  subscribePush,
  type NotificationSettings,
} from '#contract/messages/notification-settings'
import { type User } from '#contract/people/users'
import { addNotificationUser, getCustomerUsers, listNotificationUsers } from '#contract/people/people'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { createSecrets } from '#server/platform/secrets'
import { unsubscribeLinks } from './unsubscribe.ts'

let world: TestHouse
let customerId: number
let groupId: number
let admin: TestPerson

beforeAll(async () => {
  world = await testHouse()
  customerId = await world.customer()
  groupId = await world.group(customerId, 'Grounds')
  admin = await world.person({ role: 'Admin', customerId, groupId })
})
afterAll(() => world.close())

async function listed(id: string): Promise<User> {
  const full = (await world.ask(getCustomerUsers, {}, admin)).body.data as User[]
  const notified = (await world.ask(listNotificationUsers, {}, admin)).body.data as User[]
  return [...full, ...notified].find(person => person.id === id) as User
}

async function addTold(email: string | null, phoneNumber: string | null): Promise<string> {
  const body = { firstName: 'Some', lastName: 'One', email, phoneNumber, timeZone: 'CST', siteId: groupId }
  const answer = await world.ask(addNotificationUser, { body }, admin)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (answer.body.data as { user: User }).user.id
}

const unsubscribe = (id: string) =>
  world.house.http.inject({
    method: 'POST',
    url: new URL(unsubscribeLinks(createSecrets(testSecret), world.baseUrl).urlFor(id)).pathname,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('every list of people', () => {
  it('marks a person who unsubscribed from their last channel, with the reason', async () => {
    const id = await addTold('last@example.test', null)
    expect((await listed(id)).cannotBeReached).toBeNull()
    expect((await unsubscribe(id)).statusCode).toBe(200)
    expect((await listed(id)).cannotBeReached).toBe('Unsubscribed from email; no phone number')
  })

  it('does not mark a person who gets text messages, and marks one with every channel off', async () => {
    const texted = await addTold(null, '405 555 0100')
    expect((await listed(texted)).cannotBeReached).toBeNull()

    const someone = await world.person({ role: 'Customer', customerId, groupId })
    const settings = (await world.ask(getNotificationSettings, {}, someone)).body.data as NotificationSettings
    const { email, phoneNumber, emailUnsubscribed, pushDevices, positionAt, ...own } = settings
    expect([phoneNumber, emailUnsubscribed, pushDevices, positionAt]).toEqual([null, null, 0, null])
    expect(email).not.toBeNull()
    const body = { ...own, emailNotifications: false }
    expect((await world.ask(setNotificationSettings, { body }, someone)).status).toBe(200)
    expect((await listed(someone.id)).cannotBeReached).toBe(
      'Email is turned off; no phone number; no browser receives push messages',
    )
    const browser = createECDH('prime256v1')
    const keys = {
      p256dh: browser.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/someone'
    const subscribed = await world.ask(subscribePush, { body: { endpoint, keys } }, someone)
    expect(subscribed.status, JSON.stringify(subscribed.body)).toBe(200)
    expect((await listed(someone.id)).cannotBeReached).toBeNull()
  })

  it('marks people without a location, who get no location alerts', async () => {
    const id = await addTold('nowhere@example.test', null)
    expect((await listed(id)).hasLocations).toBe(false)
    const place = {
      name: 'Stadium',
      address: '1 Main',
      latitude: 35.2,
      longitude: -97.4,
      riskProfileId: null,
    }
    const defined = await world.ask(addOrganizationLocation, { body: place }, admin)
    const { organizationLocation } = defined.body.data as { organizationLocation: { id: number } }
    const body = [{ organizationLocationId: organizationLocation.id, radius1: 10 }]
    const given = await world.ask(setOrganizationLocationsOfUser, { params: { userId: id }, body }, admin)
    expect(given.status, JSON.stringify(given.body)).toBe(200)
    expect((await listed(id)).hasLocations).toBe(true)
  })
})
