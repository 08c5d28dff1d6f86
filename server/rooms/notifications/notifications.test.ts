import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getAlertTimes,
  getNotificationSettings,
  setAlertTimes,
  setNotificationSettings,
  setPosition,
  subscribePush,
  testNotification,
  type NotificationSettings,
} from '#contract/messages/notification-settings'
import { whyNotified, type NotifiedOrNot } from '#contract/messages/outbox'
import { deleteUser } from '#contract/people/people'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { createSecrets } from '#server/platform/secrets'
import { pushReceipts } from './push/receipts.ts'
import { unsubscribeLinks } from './settings/unsubscribe.ts'

let world: TestHouse
let customerId: number
let groupId: number
let person: TestPerson
const sms = {
  SMS_ACCOUNT: 'AC1',
  SMS_TOKEN: 'a token',
  SMS_FROM: '+14055550199',
  SMS_URL: 'http://127.0.0.1:1',
}

beforeAll(async () => {
  world = await testHouse({ environment: sms })
  customerId = await world.customer()
  groupId = await world.group(customerId, 'Grounds')
  person = await world.person({ role: 'Customer', customerId, groupId })
})
afterAll(() => world.close())

const monday = {
  day: 1,
  startTime: '22:00:00',
  endTime: '06:00:00',
  allDay: false,
  enabled: true,
} as const

const errorsOf = (answer: Awaited<ReturnType<TestHouse['ask']>>) => answer.body.responseException?.errors

async function settingsOf(who = person): Promise<NotificationSettings> {
  return (await world.ask(getNotificationSettings, {}, who)).body.data as NotificationSettings
}

async function change(settings: Partial<NotificationSettings>, who = person) {
  const { email, phoneNumber, emailUnsubscribed, pushDevices, positionAt, ...own } = await settingsOf(who)
  expect([email, phoneNumber, emailUnsubscribed, pushDevices, positionAt]).toHaveLength(5)
  return world.ask(setNotificationSettings, { body: { ...own, ...settings } }, who)
}

describe('my notification settings', () => {
  it('are stored with an audit row, and text messages require a number', async () => {
    expect(errorsOf(await change({ notificationType: 1 }))).toEqual({
      NotificationType: ['needs a phone number in your profile'],
    })
    expect((await change({ precipitationNotification: false })).status).toBe(200)
    expect((await settingsOf()).precipitationNotification).toBe(false)
    const { rows } = await sql`select action from audit_log where customer_id = ${customerId}
      and action = 'notification settings changed'`.execute(world.house.store.db)
    expect(rows).toHaveLength(1)
  })

  it('include outer ring alerts, and a page without that setting leaves it unchanged', async () => {
    expect((await settingsOf()).outerRingNotification).toBe(true)
    await change({ outerRingNotification: false })
    await change({ outerRingNotification: undefined as never, severeWeatherNotification: true })
    expect((await settingsOf()).outerRingNotification).toBe(false)
    await change({ outerRingNotification: true })
  })

  it('offer the geofence only to people who have it, and accept positions only with it', async () => {
    expect(errorsOf(await change({ geofenceAlertsEnabled: true }))).toHaveProperty('GeofenceAlertsEnabled')
    const here = { body: { latitude: 35.2, longitude: -97.4 } }
    expect((await world.ask(setPosition, here, person)).status).toBe(400)
    const permissions = ['geofence.alerts.access'] as const
    const admin = await world.person({ role: 'Admin', customerId, groupId, permissions })
    expect((await change({ geofenceAlertsEnabled: true }, admin)).status).toBe(200)
    expect((await world.ask(setPosition, here, admin)).status).toBe(200)
    expect((await settingsOf(admin)).positionAt).not.toBeNull()
  })

  it('use the group’s alert times until the person sets their own, and again after those are removed', async () => {
    expect((await world.ask(getAlertTimes, {}, person)).body.data).toMatchObject({
      isOwn: false,
      groupName: 'Grounds',
    })
    const own = await world.ask(setAlertTimes, { body: { alertTimes: [monday] } }, person)
    expect(own.body.data).toMatchObject({ isOwn: true })
    const again = await world.ask(setAlertTimes, { body: { alertTimes: [] } }, person)
    expect(again.body.data).toMatchObject({ isOwn: false })
  })

  it('are deleted with the person, including alert times', async () => {
    const admin = await world.person({ role: 'Admin', customerId, groupId })
    const leaving = await world.person({ role: 'Customer', customerId, groupId })
    expect((await world.ask(setAlertTimes, { body: { alertTimes: [monday] } }, leaving)).status).toBe(200)
    expect((await world.ask(deleteUser, { params: { id: leaving.id } }, admin)).status).toBe(200)
    const { rows } = await sql`select from user_alert_times where user_id = ${leaving.id}`.execute(
      world.house.store.db,
    )
    expect(rows).toEqual([])
  })

  it('reject an address that is not a push service', async () => {
    const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
    const body = { endpoint: 'https://169.254.169.254/latest', keys }
    expect(errorsOf(await world.ask(subscribePush, { body }, person))).toHaveProperty('Endpoint')
  })

  it('send a rate-limited test to the caller, with visible delivery results', async () => {
    const someone = await world.person({ role: 'Customer', customerId, groupId })
    expect((await world.ask(testNotification, {}, someone)).body.data).toEqual({ channels: ['email'] })
    const params = { id: someone.id }
    const why = (await world.ask(whyNotified, { params, query: {} }, someone)).body.data as NotifiedOrNot[]
    expect(why).toMatchObject([{ kind: 'test', told: true, deliveries: [{ channel: 'email' }] }])
    for (let more = 0; more < 4; more++) await world.ask(testNotification, {}, someone)
    expect((await world.ask(testNotification, {}, someone)).status).toBe(429)
  })
})

describe('the reason for a notification', () => {
  it('is visible to its person and the people who manage them, and to no one else', async () => {
    const other = await world.group(customerId, 'Pool')
    const assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId: other })
    const colleague = await world.person({ role: 'Customer', customerId, groupId })
    const admin = await world.person({ role: 'Admin', customerId, groupId: other })
    const asked = { params: { id: person.id }, query: {} }
    const statuses = []
    for (const who of [person, admin, assistant, colleague])
      statuses.push((await world.ask(whyNotified, asked, who)).status)
    expect(statuses).toEqual([200, 200, 404, 404])
  })
})

describe('the link in an email', () => {
  const links = () => unsubscribeLinks(createSecrets(testSecret), world.baseUrl)
  const open = (url: string, options: object = {}) =>
    world.house.http.inject({ url: new URL(url).pathname, ...options })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it('asks first, ends email alerts with one click, and restores them', async () => {
    const url = links().urlFor(person.id)
    expect((await open(url)).body).toContain('Stop email alerts?')
    expect((await settingsOf()).emailUnsubscribed).toBeNull()
    const oneClick = { method: 'POST', payload: 'List-Unsubscribe=One-Click', headers: form }
    expect((await open(url, oneClick)).statusCode).toBe(200)
    expect((await settingsOf()).emailUnsubscribed).not.toBeNull()
    expect((await open(url)).body).toContain('Send me alerts again')
    await open(url, { method: 'POST', payload: 'answer=again', headers: form })
    expect((await settingsOf()).emailUnsubscribed).toBeNull()
  })

  it('cannot be guessed from a person’s id, and nothing that resembles it works', async () => {
    const bytes = Buffer.from(new URL(links().urlFor(person.id)).pathname.split('/')[2] ?? '', 'base64url')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    const own = new URL(links().urlFor(person.id)).pathname.split('/')[2] ?? ''
    const alike = [`${own}=`, `${own}!`, `${own.slice(0, 9)}%00${own.slice(9)}`]
    for (const token of [bytes.toString('base64url'), 'nonsense', 'a'.repeat(43), ...alike])
      expect((await open(`${world.baseUrl}/unsubscribe/${token}`)).statusCode).toBe(404)
  })
})

describe('a status report from the text message provider', () => {
  const say = (fields: Record<string, string>, signature?: string) => {
    const signed = Object.keys(fields)
      .sort()
      .reduce((text, name) => text + name + fields[name], `${world.baseUrl}/provider/sms`)
    return world.house.http.inject({
      method: 'POST',
      url: '/provider/sms',
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? createHmac('sha1', 'a token').update(signed).digest('base64'),
      },
    })
  }
  const stateOf = async () =>
    (
      await sql<{ state: string }>`select state from outbox where provider_ref = 'SM1'`.execute(
        world.house.store.db,
      )
    ).rows[0]?.state

  it('is recorded if it is signed, and a late one does not undo a delivery', async () => {
    await sql`insert into outbox (channel, recipient, subject, sealed_text, state, provider_ref, created_at,
      next_attempt_at, expires_at) values ('sms', '+1', '', '', 'sent', 'SM1', now(), now(), now())`.execute(
      world.house.store.db,
    )
    expect((await say({ MessageSid: 'SM1', MessageStatus: 'delivered' }, 'forged')).statusCode).toBe(403)
    expect(await stateOf()).toBe('sent')
    expect((await say({ MessageSid: 'SM1', MessageStatus: 'delivered' })).statusCode).toBe(204)
    await say({ MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30003' })
    expect(await stateOf()).toBe('delivered')
  })
})

describe('a push receipt from a browser', () => {
  const receipts = pushReceipts(createSecrets(testSecret))
  const say = (url: string) => world.house.http.inject({ method: 'POST', url })

  it('is recorded only through the address that came with the message', async () => {
    const { db } = world.house.store
    const { rows } = await sql<{ id: number }>`
      insert into outbox (channel, recipient, subject, sealed_text, state, created_at, next_attempt_at, expires_at)
      values ('push', '', '', '', 'sent', now(), now(), now()) returning id`.execute(db)
    const id = rows[0]?.id ?? 0
    const stateOf = async () =>
      (await sql<{ state: string }>`select state from outbox where id = ${id}`.execute(db)).rows[0]?.state
    const forged = receipts.pathFor(id + 1).replace(`/${id + 1}-`, `/${id}-`)
    expect((await say(forged)).statusCode).toBe(403)
    expect(await stateOf()).toBe('sent')
    expect((await say(receipts.pathFor(id))).statusCode).toBe(200)
    expect(await stateOf()).toBe('delivered')
    await sql`update outbox set state = 'failed' where id = ${id}`.execute(db)
    await say(receipts.pathFor(id))
    expect(await stateOf()).toBe('failed')
  })
})
