import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changePassword } from '#contract/people/identity'
import {
  checkPush,
  getNotificationSettings,
  listPushDevices,
  removePushDevice,
  subscribePush,
  type NotificationSettings,
  type PushDevice,
} from '#contract/messages/notification-settings'
import { updateUser } from '#contract/people/people'
import { dayMs, later } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { deleteExpiredRecords } from '#server/rooms/identity/store/sessions'

const password = 'a kettle upon the green roof'
const clock = shiftedClock()
let world: TestHouse
let customerId: number

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
  customerId = await world.customer()
})
afterEach(() => clock.reset())
afterAll(() => world.close())

const newPerson = () => world.person({ role: 'Customer', customerId, password })

let made = 0
const newEndpoint = () => `https://push.example.org/${++made}`
const keysOf = (letter: string) => ({ p256dh: letter.repeat(87), auth: letter.repeat(22) })

const subscribe = (who: TestPerson, endpoint = newEndpoint(), letter = 'a', name?: string) =>
  world.ask(subscribePush, { body: { endpoint, keys: keysOf(letter), ...(name && { name }) } }, who)

async function browsersOf(who: TestPerson): Promise<number> {
  const { body } = await world.ask(getNotificationSettings, {}, who)
  return (body.data as NotificationSettings).pushDevices
}

/** Signs in as people do, in a separate browser. */
async function signIn(who: TestPerson, secret = password) {
  const browser = new Browser(world.baseUrl)
  const attempt = startSignIn(world.baseUrl)
  const back = await submitSignIn(browser, attempt, who.email, secret)
  const tokens = await exchange(world.baseUrl, attempt, codeIn(back))
  return { browser, tokens, who: { ...who, token: tokens.access_token ?? '' } }
}

async function signOut({ browser, tokens }: Awaited<ReturnType<typeof signIn>>) {
  const leave = new URLSearchParams({
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${world.baseUrl}/`,
  })
  const page = await browser.open(`/identity/session/end?${leave.toString()}`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  await browser.open('/identity/session/end/confirm', { xsrf, logout: 'yes' })
}

describe("a person's browsers", () => {
  it('are limited to ten: the oldest is removed', async () => {
    const person = await newPerson()
    for (let number = 1; number <= 12; number++) {
      clock.advance(1000)
      await subscribe(person, newEndpoint(), 'a', `Browser ${number}`)
    }
    expect(await browsersOf(person)).toBe(10)
    const devices = (await world.ask(listPushDevices, {}, person)).body.data as PushDevice[]
    expect(devices.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, place) => `Browser ${place + 3}`),
    )
  })

  it('are limited to ten also when all register at once', async () => {
    const person = await newPerson()
    await Promise.all(Array.from({ length: 15 }, () => subscribe(person)))
    expect(await browsersOf(person)).toBe(10)
  })

  it('cannot be taken over by somebody who only knows the address', async () => {
    const [owner, other] = [await newPerson(), await newPerson()]
    const endpoint = newEndpoint()
    await subscribe(owner, endpoint)
    const refused = await subscribe(other, endpoint, 'b')
    expect(refused.status).toBe(400)
    expect(refused.body.responseException?.errors).toHaveProperty('Endpoint')
    expect([await browsersOf(owner), await browsersOf(other)]).toEqual([1, 0])
  })

  it('move to the person who signs in there and turns on push: the browser knows its own keys', async () => {
    const [before, now] = [await newPerson(), await newPerson()]
    const endpoint = newEndpoint()
    await subscribe(before, endpoint)
    expect((await subscribe(now, endpoint)).status).toBe(200)
    expect([await browsersOf(before), await browsersOf(now)]).toEqual([0, 1])
  })

  it('are removed one by one, each by its owner only', async () => {
    const [owner, other] = [await newPerson(), await newPerson()]
    await subscribe(owner, newEndpoint(), 'a', 'Safari on iPhone')
    const [device] = (await world.ask(listPushDevices, {}, owner)).body.data as PushDevice[]
    expect(device).toMatchObject({ name: 'Safari on iPhone', lastUsed: null })
    const params = { id: String(device?.id) }
    expect((await world.ask(removePushDevice, { params }, other)).status).toBe(404)
    expect(await browsersOf(owner)).toBe(1)
    expect((await world.ask(removePushDevice, { params }, owner)).status).toBe(200)
    expect(await browsersOf(owner)).toBe(0)
  })
})

describe('a disabled account', () => {
  it('gets no more push messages, not even when it is enabled again', async () => {
    const groupId = await world.group(customerId, 'Grounds')
    const admin = await world.person({ role: 'Admin', customerId, groupId })
    const person = await world.person({ role: 'Customer', customerId, groupId, password })
    await subscribe(person)
    const body = {
      id: person.id,
      firstName: 'Some',
      lastName: 'One',
      email: person.email,
      phoneNumber: null,
      timeZone: 'EST',
      siteId: groupId,
      roleId: '4',
    } as const
    for (const isActive of [false, true])
      expect((await world.ask(updateUser, { body: { ...body, isActive } }, admin)).status).toBe(200)
    expect(await browsersOf((await signIn(person)).who)).toBe(0)
  })
})

describe("a browser's push messages", () => {
  it('end when the session that turned them on signs out, and only those', async () => {
    const person = await newPerson()
    const [here, there] = [await signIn(person), await signIn(person)]
    await subscribe(here.who)
    await subscribe(there.who)
    await signOut(here)
    expect(await browsersOf(there.who)).toBe(1)
  })

  it('end with a new password, except in the browser where it was set', async () => {
    const person = await newPerson()
    const [here, there] = [await signIn(person), await signIn(person)]
    const endpoint = newEndpoint()
    await subscribe(here.who, endpoint)
    await subscribe(there.who)
    const newPassword = 'nine small boats at anchor'
    const body = {
      userId: person.id,
      currentPassword: password,
      newPassword,
      confirmedNewPassword: newPassword,
    }
    expect((await world.ask(changePassword, { body }, here.who)).status).toBe(200)
    expect(await browsersOf(here.who)).toBe(1)
    const known = await world.ask(checkPush, { body: { endpoint } }, here.who)
    expect(known.body.data).toEqual({ deviceId: expect.any(Number) as number })
  })

  it('continue when the session only expired: a phone in a pocket stays reachable', async () => {
    const person = await newPerson()
    await subscribe((await signIn(person)).who)
    const { db } = world.house.store
    const [ranOut, now] = [later(clock.now(), -60 * dayMs), clock.now()]
    await sql`update oidc_records set expires_at = ${ranOut} where account_id = ${person.id}`.execute(db)
    await deleteExpiredRecords(db, now, later(now, -400 * dayMs))
    const back = await signIn(person)
    expect(await browsersOf(back.who)).toBe(1)
    // The page has not been opened in that browser since, and a new password still ends the subscription.
    const body = {
      userId: person.id,
      currentPassword: password,
      newPassword: 'nine small boats at anchor',
      confirmedNewPassword: 'nine small boats at anchor',
    }
    await world.ask(changePassword, { body }, back.who)
    expect(await browsersOf(back.who)).toBe(0)
  })

  it('belong to the current session once a page was opened', async () => {
    const person = await newPerson()
    const endpoint = newEndpoint()
    const before = await signIn(person)
    await subscribe(before.who, endpoint)
    const now = await signIn(person)
    await world.ask(checkPush, { body: { endpoint } }, now.who)
    await signOut(before)
    expect(await browsersOf(now.who)).toBe(1)
    const third = await signIn(person)
    await signOut(now)
    expect(await browsersOf(third.who)).toBe(0)
    expect((await world.ask(checkPush, { body: { endpoint } }, third.who)).body.data).toEqual({
      deviceId: null,
    })
  })
})
