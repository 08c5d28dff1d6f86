import { createECDH, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { isOutside, isOutsideUrl, postPublic, type PostOutside } from '#server/platform/outside/index'
import { createSecrets } from '#server/platform/secrets'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { shiftedClock } from '#server/platform/clock.testing'
import { pushSubscriptionsOf, savePushSubscription } from '#server/rooms/notifications/store/push'
import { NotifyingWorld } from '#server/rooms/notifications/notifying.testing'
import type { Message, DeliveryAttempt } from './channel.ts'
import { renderEmail } from './render-email.ts'
import { makeVapidKeys, pushChannel } from './push.ts'
import { isSignedByProvider, smsChannel } from './sms.ts'

const message: Message = {
  customerId: 2,
  recipient: '+14055550100',
  subject: 'Lightning delay: Stadium',
  text: 'Lightning within 7.6 miles of Stadium.\n\nStay in a safe place until at least 4:32 PM CDT.',
  key: 'delivery-7',
  deliveryId: 7,
  userId: null,
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
}

interface Heard {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A provider on this machine with scripted responses. */
let provider: Server
let providerUrl: string
let received: Heard[] = []
let answer: { status: number; body?: unknown; headers?: Record<string, string> }

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
    })
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
beforeEach(() => {
  received = []
})
afterAll(() => void provider.close())

describe('text messages', () => {
  const options = () => ({
    url: providerUrl,
    account: 'AC1',
    token: 'a token',
    from: '+14055550199',
    statusUrl: 'https://weather.test/provider/sms',
  })

  it('are sent in Twilio’s format, with their validity period', async () => {
    answer = { status: 201, body: { sid: 'SM1', status: 'queued' } }
    expect(await smsChannel(options()).deliver(message)).toEqual({
      kind: 'sent',
      ref: 'SM1',
      answer: 'queued',
      code: 201,
    })
    expect(received[0]?.path).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:a token').toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body.toString()))).toEqual({
      To: '+14055550100',
      From: '+14055550199',
      Body: 'Lightning within 7.6 miles of Stadium. Stay in a safe place until at least 4:32 PM CDT.',
      StatusCallback: 'https://weather.test/provider/sms',
      ValidityPeriod: '600',
    })
  })

  test.each<[rule: string, typeof answer, DeliveryAttempt]>([
    [
      'gives up on an invalid number',
      { status: 400, body: { code: 21211, message: 'Invalid To' } },
      { kind: 'give-up', because: '21211 Invalid To', code: 400 },
    ],
    [
      'retries a busy provider after the time it requests',
      { status: 429, body: { code: 20429, message: 'Too Many Requests' }, headers: { 'retry-after': '7' } },
      { kind: 'try-again', because: '20429 Too Many Requests', afterMs: 7000, code: 429 },
    ],
    ['retries a failing provider', { status: 503 }, { kind: 'try-again', because: 'HTTP 503', code: 503 }],
    [
      'retries a success response without a receipt',
      { status: 200, body: { fine: true } },
      { kind: 'try-again', because: 'The provider responded without a receipt', code: 200 },
    ],
  ])('%s', async (_, reported, outcome) => {
    answer = reported
    expect(await smsChannel(options()).deliver(message)).toEqual(outcome)
  })

  it('retries a provider that cannot be reached', async () => {
    const outcome = await smsChannel({ ...options(), url: 'http://127.0.0.1:1' }).deliver(message)
    expect(outcome.kind).toBe('try-again')
  })

  it('never lose the sentence on their validity, however long the rest is', async () => {
    answer = { status: 201, body: { sid: 'SM1', status: 'queued' } }
    const validity = 'As of 3:05 PM CDT; after 3:15 PM CDT check Skywarden.'
    await smsChannel(options()).deliver({ ...message, text: 'Long. '.repeat(1000), validity })
    const said = new URLSearchParams(received[0]?.body.toString()).get('Body') ?? ''
    expect(said).toMatch(/… As of 3:05 PM CDT; after 3:15 PM CDT check Skywarden\.$/)
    expect(said.length).toBeLessThanOrEqual(1500)
  })

  it('accepts a delivery status only with the provider’s signature', () => {
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' }
    const signed = 'https://weather.test/provider/smsMessageSidSM1MessageStatusdelivered'
    const signature = createHmac('sha1', 'a token').update(signed).digest('base64')
    expect(isSignedByProvider(options(), fields, signature)).toBe(true)
    expect(isSignedByProvider(options(), { ...fields, MessageStatus: 'failed' }, signature)).toBe(false)
    expect(isSignedByProvider({ ...options(), token: 'another' }, fields, signature)).toBe(false)
    expect(isSignedByProvider(options(), fields, '')).toBe(false)
  })
})

/** Does not use the guard, which would block a push service on this machine. */
const postHere: PostOutside = async ({ url, headers, body }) => {
  const { status, headers: answered } = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })
  return { status, retryAfter: answered.get('retry-after') }
}

describe('push messages', () => {
  const secrets = createSecrets('a secret that is used by tests alone')
  const vapid = makeVapidKeys()
  let store: Store
  let world: NotifyingWorld

  beforeAll(async () => {
    store = await freshStore()
    world = await NotifyingWorld.open(store.db, shiftedClock())
  })
  afterAll(() => store.close())

  /** A subscribed browser, with the keys that only the browser knows. */
  async function browserOf(userId: string, path: string) {
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    const subscription = {
      customerId: world.customerId,
      userId,
      endpoint: `${providerUrl}/${path}`,
      sealedKeys: secrets.seal(JSON.stringify({ p256dh, auth })),
      sessionId: await world.signIn(userId),
    }
    await savePushSubscription(store.db, subscription, world.clock.now())
    return { keys, auth }
  }

  const channel = (post = postHere, db = store.db) =>
    pushChannel({ db, secrets, clock: world.clock, vapid, subject: 'https://weather.test', post })

  it('are readable by their browser and carry this server’s signature', async () => {
    const { id: userId } = await world.person()
    const { keys, auth } = await browserOf(userId, randomUUID())
    answer = { status: 201 }
    expect(await channel().deliver({ ...message, userId })).toEqual({
      kind: 'sent',
      answer: 'HTTP 201',
      code: 201,
    })
    const [sent] = received as [Heard]
    expect(sent.headers).toMatchObject({ ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(sent.headers.authorization).toContain(`k=${vapid.publicKey}`)
    // The counterpart of the encryption library, which browsers have built in.
    const ece = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
      decrypt(body: Buffer, options: object): Buffer
    }
    const opened = ece.decrypt(sent.body, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
    expect(JSON.parse(opened.toString())).toEqual({
      title: message.subject,
      body: message.text,
      link: '/?location=7',
      tone: 'danger',
      tag: sent.headers['topic'],
      sentMs: 0,
      receipt: expect.stringMatching(/^\/api\/Push\/Shown\/7-[\w-]{22}$/) as string,
    })
  })

  it('name what they replace without telling the push service what that is, and until when they are true', async () => {
    const { id: userId } = await world.person()
    await browserOf(userId, randomUUID())
    answer = { status: 201 }
    const topics = ['lightning 7', 'lightning 7', 'policy 7 WIND', null]
    for (const topic of topics) await channel().deliver({ ...message, userId, topic })
    const [first, second, wind, none] = received.map(({ headers }) => headers['topic'])
    expect(first).toMatch(/^[\w-]{32}$/)
    expect(second).toBe(first)
    expect(wind).toMatch(/^[\w-]{32}$/)
    expect(wind).not.toBe(first)
    expect(none).toBeUndefined()
  })

  it('go to every browser of a person, and a browser that is gone is deleted', async () => {
    const { id: userId } = await world.person()
    await browserOf(userId, 'gone')
    answer = { status: 410 }
    expect((await channel().deliver({ ...message, userId })).kind).toBe('give-up')
    expect(await pushSubscriptionsOf(store.db, 'system', [userId])).toEqual([])
    expect(await channel().deliver({ ...message, userId })).toEqual({
      kind: 'give-up',
      because: 'No browser is subscribed anymore',
    })
  })

  it('are retried when the push service is busy', async () => {
    const { id: userId } = await world.person()
    await browserOf(userId, randomUUID())
    answer = { status: 429, headers: { 'retry-after': '3' } }
    expect(await channel().deliver({ ...message, userId })).toEqual({
      kind: 'try-again',
      because: 'HTTP 429',
      afterMs: 3000,
      code: 429,
    })
  })

  it('are not sent to an internal address, regardless of who supplied it', async () => {
    const { id: userId } = await world.person()
    await browserOf(userId, randomUUID())
    answer = { status: 201 }
    expect((await channel(postPublic).deliver({ ...message, userId })).kind).toBe('give-up')
    expect(received).toEqual([])
  })
})

describe('untrusted addresses', () => {
  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '192.88.99.1',
    '2001::1',
    'fec0::1',
    '3fff::1',
    '64:ff9b:1::1',
    '::ffff:8.8.8.8',
    'fe80::1%eth0',
  ])('%s is internal', address => expect(isOutside(address)).toBe(false))

  test.each(['93.184.216.34', '2606:2800:220:1::1'])('%s is on the public internet', address =>
    expect(isOutside(address)).toBe(true),
  )

  test.each([
    'http://push.example.org/x',
    'https://user@push.example.org/x',
    'https://push.example.org:8443/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://127.1/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'ftp://push.example.org/x',
    'nonsense',
  ])('%s is not requested', address => expect(isOutsideUrl(address)).toBe(false))

  it('a name that resolves to an internal address is not connected to', async () => {
    const post = postPublic({
      url: 'https://localhost.localdomain/',
      headers: {},
      body: '',
      timeoutMs: 2000,
    })
    await expect(post).rejects.toThrow()
  })
})

describe('an email', () => {
  const links = {
    baseUrl: 'https://weather.test',
    unsubscribe: 'https://weather.test/unsubscribe/abc',
    organization: 'Norman Schools',
  }

  it('has the same content in plain text and HTML, with a link to the place and an unsubscribe link', () => {
    const { text, html } = renderEmail(message, links)
    for (const part of [
      'Lightning within 7.6 miles',
      'https://weather.test/?location=7',
      links.unsubscribe,
      'because Norman Schools notifies you',
    ]) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
  })

  it('escapes markup in user content', () => {
    const { html } = renderEmail({ ...message, text: '<img src=x onerror=alert(1)>', subject: '<b>' }, links)
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<b>')
  })
})
