import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { dayMs, hourMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import type { OutsideRequest, PostOutside } from '#server/platform/outside/index'
import { createSecrets } from '#server/platform/secrets'
import type { Db, Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { vapidSubject } from '#server/rooms/notifications/index'
import { pushSubscriptionsOf, savePushSubscription } from '#server/rooms/notifications/store/push'
import { NotifyingWorld } from '#server/rooms/notifications/notifying.testing'
import type { Message } from './channel.ts'
import { makeVapidKeys, pushChannel } from './push.ts'

const soon = { timeout: 45_000 }

const secrets = createSecrets('a secret that is used by tests alone')
const vapid = makeVapidKeys()
let store: Store
let world: NotifyingWorld
let posted: OutsideRequest[] = []
let status = 201

beforeAll(async () => {
  store = await freshStore()
  world = await NotifyingWorld.open(store.db, shiftedClock())
})
beforeEach(() => {
  posted = []
  status = 201
  world.clock.reset()
})
afterAll(() => store.close())

const post: PostOutside = async request => {
  posted.push(request)
  return { status, retryAfter: null }
}
const channelWith = (changed: { db?: Db; post?: PostOutside } = {}) =>
  pushChannel({
    db: store.db,
    secrets,
    clock: world.clock,
    vapid,
    subject: 'https://weather.test',
    post,
    ...changed,
  })

const message = (userId: string): Message => ({
  customerId: 2,
  recipient: '',
  subject: 'Lightning delay: Stadium',
  text: 'Lightning within 7.6 miles of Stadium.',
  key: 'delivery-7',
  deliveryId: 7,
  userId,
  isNotification: true,
  replyTo: null,
  link: '/?location=7',
  tone: 'danger',
  usefulSeconds: 600,
  topic: 'lightning 7',
  validity: null,
  validUntil: null,
  sentAt: new Date(0),
  asksReceipt: true,
})

async function personWith(browsers: number): Promise<string> {
  const { id: userId } = await world.person()
  const sessionId = await world.signIn(userId)
  for (let made = 0; made < browsers; made++) {
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
    const browser = {
      customerId: world.customerId,
      userId,
      endpoint: `https://push.example.org/${randomUUID()}`,
      sealedKeys: secrets.seal(JSON.stringify(keys)),
      sessionId,
    }
    await savePushSubscription(store.db, browser, world.clock.now())
  }
  return userId
}

const browsersOf = (userId: string) => pushSubscriptionsOf(store.db, 'system', [userId])

describe('a push message', () => {
  it('to many browsers does not block the server while it is encrypted', async () => {
    const userId = await personWith(120)
    let isDone = false
    let turns = 0
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    const turnsOfPosts = new Set<number>()
    const noting: PostOutside = async request => {
      turnsOfPosts.add(turns)
      return post(request)
    }
    setImmediate(count)
    await channelWith({ post: noting }).deliver(message(userId))
    isDone = true
    expect(posted).toHaveLength(120)
    expect(turnsOfPosts.size).toBeGreaterThan(3)
  })

  it('carries a signature that is created once per push service and renewed after some hours', async () => {
    const userId = await personWith(2)
    const channel = channelWith()
    await channel.deliver(message(userId))
    await channel.deliver(message(userId))
    const signatures = () => new Set(posted.map(({ headers }) => headers['Authorization']))
    expect(posted).toHaveLength(4)
    expect(signatures().size).toBe(1)
    world.clock.advance(7 * hourMs)
    await channel.deliver(message(userId))
    expect(signatures().size).toBe(2)
  })

  it('is retried when the database is briefly unavailable', async () => {
    const userId = await personWith(1)
    const withTables = () => {
      throw new Error('Connection terminated unexpectedly')
    }
    const away = channelWith({ db: { withTables } as unknown as Db })
    expect(await away.deliver(message(userId))).toEqual({
      kind: 'try-again',
      because: 'Connection terminated unexpectedly',
    })
  })
})

describe('a browser', () => {
  const failuresOf = async (userId: string) => (await browsersOf(userId))[0]?.failures

  it('that only failed for days is deleted, and not earlier', async () => {
    const userId = await personWith(1)
    const channel = channelWith()
    status = 500
    for (let attempt = 1; attempt <= 12; attempt++) {
      await channel.deliver(message(userId))
      await vi.waitFor(async () => expect(await failuresOf(userId)).toBe(attempt), soon)
    }
    world.clock.advance(3 * dayMs + hourMs)
    await channel.deliver(message(userId))
    await vi.waitFor(async () => expect(await browsersOf(userId)).toEqual([]), soon)
  })

  it('that works again starts over, and shows when it was last used', async () => {
    const userId = await personWith(1)
    const channel = channelWith()
    status = 500
    await channel.deliver(message(userId))
    await vi.waitFor(async () => expect(await failuresOf(userId)).toBe(1), soon)
    status = 201
    await channel.deliver(message(userId))
    await vi.waitFor(async () => expect(await failuresOf(userId)).toBe(0), soon)
    const [browser] = await browsersOf(userId)
    expect(browser).toMatchObject({ failing_since: null, sent_at: expect.any(Date) as Date })
  })

  it('is not blamed while the server itself is offline', async () => {
    const userId = await personWith(1)
    const cutOff = channelWith({ post: () => Promise.reject(new Error('ENETUNREACH')) })
    expect((await cutOff.deliver(message(userId))).kind).toBe('try-again')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await failuresOf(userId)).toBe(0)
  })
})

const config = { smtpUrl: undefined, mailFrom: '', sms: undefined, vapid: undefined }
test.each([
  ['http://localhost:8080', undefined, 'mailto:nobody@example.org'],
  ['https://localhost', undefined, 'mailto:nobody@example.org'],
  ['https://weather.test', undefined, 'https://weather.test'],
  ['http://localhost:8080', 'help@weather.test', 'mailto:help@weather.test'],
])('the contact for %s and %s is %s', (baseUrl, supportEmail, subject) =>
  expect(vapidSubject({ ...config, baseUrl, supportEmail })).toBe(subject),
)
