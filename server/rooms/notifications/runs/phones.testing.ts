import { createECDH, randomBytes, randomUUID, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { secondMs } from '#server/platform/clock'
import type { PostOutside } from '#server/platform/outside/index'
import { makeVapidKeys, pushChannel } from '#server/rooms/notifications/channels/push'
import { smsChannel } from '#server/rooms/notifications/channels/sms'
import {
  unknownState,
  type NotifiedPerson,
  type NotifyingWorld,
} from '#server/rooms/notifications/notifying.testing'
import { pushReceipts } from '#server/rooms/notifications/push/receipts'
import { noteReceipt, noteShown } from '#server/rooms/notifications/store/deliveries'
import { savePushSubscription } from '#server/rooms/notifications/store/push'

const workerFile = join(import.meta.dirname, '../../../../web/public/push-worker.js')
/** The counterpart of the encryption library, which browsers have built in. */
const ece = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt(body: Buffer, options: object): Buffer
}

/** What a phone shows or has in its list of messages. */
export interface Said {
  readonly title: string
  readonly body: string
  readonly data?: { readonly sentMs?: number; readonly validUntilMs?: number }
}

interface Shown extends Said {
  readonly tag: string
}

type Handler = (event: object) => void

/** A browser that runs the real worker, with the notifications that it shows. */
export class Browser {
  readonly keys: ECDH
  readonly auth = randomBytes(16).toString('base64url')
  readonly endpoint = `https://push.example.org/${randomUUID()}`
  shown: Shown[] = []
  /** Everything that was ever shown. */
  readonly said: Said[] = []
  isOn = true
  readonly #handlers = new Map<string, Handler>()

  constructor(nowMs: () => number, confirm: (path: string) => Promise<unknown>) {
    this.keys = createECDH('prime256v1')
    this.keys.generateKeys()
    const registration = {
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
        const shown = { title, ...options }
        this.shown = [...this.shown.filter(({ tag }) => tag !== options.tag), shown]
        this.said.push(shown)
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        this.shown.filter(each => tag === undefined || each.tag === tag),
    }
    const self = {
      registration,
      location: { origin: 'https://weather.test' },
      clients: { matchAll: async () => [] },
      addEventListener: (kind: string, handler: Handler) => void this.#handlers.set(kind, handler),
    }
    class PhoneDate extends Date {
      static override now = nowMs
    }
    const globals = { self, Date: PhoneDate, URL, setTimeout, navigator: {}, fetch: confirm }
    runInContext(readFileSync(workerFile, 'utf8'), createContext(globals))
  }

  async receive(sealed: Buffer): Promise<void> {
    const options = { version: 'aes128gcm', privateKey: this.keys, authSecret: this.auth }
    const text = ece.decrypt(sealed, options).toString()
    await this.happen('push', { data: { json: () => JSON.parse(text) as unknown } })
  }

  async happen(kind: string, about: object = {}): Promise<void> {
    const work: Promise<unknown>[] = []
    this.#handlers.get(kind)?.({
      ...about,
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    })
    await Promise.all(work)
  }
}

interface Waiting<Message> {
  readonly message: Message
  readonly topic: string | null
  readonly untilMs: number
}

/** Messages for one phone that wait outside until it is on, or their time is up. */
class Queue<Message> {
  waiting: readonly Waiting<Message>[] = []

  add(added: Waiting<Message>) {
    const kept = this.waiting.filter(({ topic }) => topic === null || topic !== added.topic)
    this.waiting = [...kept, added]
  }

  /** Takes out what has run out by now. */
  dropRunOut(nowMs: number): Message[] {
    const over = this.waiting.filter(({ untilMs }) => untilMs <= nowMs)
    this.waiting = this.waiting.filter(({ untilMs }) => untilMs > nowMs)
    return over.map(({ message }) => message)
  }

  takeAll(): Message[] {
    const all = this.waiting.map(({ message }) => message)
    this.waiting = []
    return all
  }
}

/** How faithfully a service follows what the server asks of it. */
export type Manners = 'as asked' | 'keeps all' | 'keeps all, newest first'

/** A push service with a memory (RFC 8030): it holds messages for a phone that is off, by their TTL and Topic. */
export class PushService {
  readonly #phones = new Map<string, { readonly browser: Browser; readonly queue: Queue<Buffer> }>()
  readonly #nowMs: () => number
  manners: Manners = 'as asked'

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  add(browser: Browser) {
    this.#phones.set(browser.endpoint, { browser, queue: new Queue() })
  }

  readonly post: PostOutside = async ({ url, headers, body }) => {
    const phone = this.#phones.get(url)
    if (!phone) return { status: 410, retryAfter: null }
    const isAsked = this.manners === 'as asked'
    phone.queue.add({
      message: Buffer.from(body),
      topic: isAsked ? (headers['Topic'] ?? null) : null,
      untilMs: isAsked ? this.#nowMs() + Number(headers['TTL']) * secondMs : Infinity,
    })
    await this.deliver()
    return { status: 201, retryAfter: null }
  }

  async deliver(): Promise<void> {
    for (const { browser, queue } of this.#phones.values()) {
      queue.dropRunOut(this.#nowMs())
      if (!browser.isOn) continue
      const messages = queue.takeAll()
      if (this.manners === 'keeps all, newest first') messages.reverse()
      for (const message of messages) await browser.receive(message)
    }
  }

  waitingFor = ({ endpoint }: Browser): number => this.#phones.get(endpoint)?.queue.waiting.length ?? 0
}

interface Text {
  readonly sid: string
  readonly body: string
}

/** A text message provider with a memory: it holds messages for a phone that is off, by their validity period. */
export class Carrier {
  readonly texts: string[] = []
  isOn = true
  readonly #queue = new Queue<Text>()
  readonly #world: NotifyingWorld
  readonly #server = createServer((request, response) => {
    let form = ''
    request.on('data', (chunk: Buffer) => (form += chunk.toString()))
    request.on('end', () => {
      const fields = new URLSearchParams(form)
      const message = { sid: `SM${randomUUID()}`, body: fields.get('Body') ?? '' }
      const untilMs = this.#nowMs() + Number(fields.get('ValidityPeriod')) * secondMs
      this.#queue.add({ message, topic: null, untilMs })
      response.writeHead(201).end(JSON.stringify({ sid: message.sid, status: 'queued' }))
    })
  })

  constructor(world: NotifyingWorld) {
    this.#world = world
  }

  #nowMs = () => this.#world.clock.now().getTime()

  forget() {
    this.#queue.takeAll()
    this.texts.length = 0
    this.isOn = true
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Delivers to a phone that is on, and reports what was delivered and what has run out. */
  async deliver(): Promise<void> {
    for (const { sid } of this.#queue.dropRunOut(this.#nowMs()))
      await this.#report(sid, 'undelivered', 'undelivered 30036')
    if (!this.isOn) return
    for (const { sid, body } of this.#queue.takeAll()) {
      this.texts.push(body)
      await this.#report(sid, 'delivered', 'delivered')
    }
  }

  async #report(providerRef: string, state: 'delivered' | 'undelivered', answer: string) {
    const receipt = { channel: 'sms', providerRef, state, answer, at: this.#world.clock.now() } as const
    await noteReceipt(this.#world.db, 'system', receipt)
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** One person with a browser and one with text messages, each with a phone that may be off. */
export class PhoneWorld {
  readonly world: NotifyingWorld
  readonly service: PushService
  readonly carrier: Carrier
  readonly #channels

  private constructor(world: NotifyingWorld, carrier: Carrier, smsUrl: string) {
    this.world = world
    this.carrier = carrier
    const { db, clock, secrets } = world
    this.service = new PushService(() => clock.now().getTime())
    const subject = 'https://weather.test'
    const options = { db, secrets, clock, subject, vapid: makeVapidKeys(), post: this.service.post }
    const from = '+14055550199'
    const statusUrl = 'https://weather.test/provider/sms'
    this.#channels = {
      push: pushChannel(options),
      sms: smsChannel({ url: smsUrl, account: 'AC1', token: 'token', from, statusUrl }),
    }
  }

  static async open(world: NotifyingWorld): Promise<PhoneWorld> {
    const carrier = new Carrier(world)
    return new PhoneWorld(world, carrier, await carrier.open())
  }

  texted(): Promise<NotifiedPerson> {
    const reached = { phone_number: '+1 405 555 0100', sms_notifications: true }
    return this.world.person({ ...reached, email_notifications: false })
  }

  async pushed(): Promise<{ readonly person: NotifiedPerson; readonly browser: Browser }> {
    const { db, clock, secrets, customerId } = this.world
    const person = await this.world.person({ email_notifications: false })
    const receipts = pushReceipts(secrets)
    const browser = new Browser(
      () => clock.now().getTime(),
      path => noteShown(db, 'system', receipts.deliveryOf(path.split('/').at(-1) ?? '') ?? 0, clock.now()),
    )
    this.service.add(browser)
    const keys = { p256dh: browser.keys.getPublicKey('base64url'), auth: browser.auth }
    const saved = {
      customerId,
      userId: person.id,
      endpoint: browser.endpoint,
      sealedKeys: secrets.seal(JSON.stringify(keys)),
      sessionId: await this.world.signIn(person.id),
    }
    await savePushSubscription(db, saved, clock.now())
    return { person, browser }
  }

  /** What the leader does every second, and what then happens outside. */
  async second(): Promise<void> {
    await this.world.tell()
    await this.world.send(this.#channels)
    await this.service.deliver()
    await this.carrier.deliver()
  }

  /** Lets minutes pass, with what the leader does in each. */
  async minutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      this.world.clock.advance(60 * secondMs)
      await this.world.tellLate()
      await this.world.tellProvenClear()
      await this.world.repeat()
      await this.second()
    }
  }
}

const step = fc.record({
  sky: fc.constantFrom('near', 'near', 'clears', 'clears', 'clears', 'doubt', 'proof', 'calm'),
  phone: fc.constantFrom('on', 'off', 'off', 'stays', 'stays'),
  manners: fc.constantFrom<Manners[]>('as asked', 'as asked', 'keeps all', 'keeps all, newest first'),
  minutes: fc.constantFrom(0, 1, 4, 12, 33),
})
export const phoneSteps = fc.array(step, { minLength: 3, maxLength: 14 })
export type PhoneStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/**
 * One reader of each channel through any weather, being offline and services that hold what they should have dropped:
 * whoever can be reached never believes 'clear' in a delay, and in the end nobody is left with the danger.
 */
export async function playPhones(phones: PhoneWorld, steps: readonly PhoneStep[]): Promise<void> {
  const { world, service, carrier } = phones
  world.clock.reset()
  world.sky.clear()
  carrier.forget()
  const { person, browser } = await phones.pushed()
  const texted = await phones.texted()
  const readers = [person, texted]
  let open: readonly number[] | null = null

  const nowMs = () => world.clock.now().getTime()
  const isAllClear = ({ title }: Said) => title.startsWith('All clear')
  function check() {
    if (!browser.isOn || open === null) return
    const believed = browser.shown.filter(
      each => isAllClear(each) && nowMs() <= (each.data?.validUntilMs ?? 0),
    )
    expect(believed, 'clear is shown in a delay').toEqual([])
    expect(carrier.texts.at(-1) ?? '', 'clear is the last text in a delay').not.toContain('All clear at')
  }
  async function end() {
    for (const [index, id] of (open ?? []).entries()) await world.end(readers[index] ?? person, id)
    open = null
  }

  for (const { sky, phone, manners, minutes } of steps) {
    service.manners = manners
    if (phone !== 'stays') browser.isOn = carrier.isOn = phone === 'on'
    if (sky === 'near' && open)
      await Promise.all(readers.map((each, n) => world.extend(each, open?.[n] ?? 0)))
    else if (sky === 'near') open = await Promise.all(readers.map(each => world.open(each)))
    if (sky === 'clears') await end()
    if (sky === 'doubt') for (const each of readers) world.sky.set(`${each.locationId} 1`, unknownState)
    if (sky === 'proof') world.sky.clear()
    const shownBefore = browser.said.length
    const since = nowMs()
    await phones.second()
    check()
    await phones.minutes(minutes)
    check()
    const fresh = browser.said.slice(shownBefore).filter(each => isAllClear(each))
    const sentNow = fresh.filter(({ data }) => (data?.sentMs ?? 0) >= since)
    if (world.sky.size > 0 || open) expect(sentNow, 'All Clear was sent in doubt').toEqual([])
  }

  service.manners = 'as asked'
  browser.isOn = carrier.isOn = true
  await end()
  world.sky.clear()
  await phones.second()
  await phones.minutes(15)
  expect(browser.shown.map(({ title }) => title).filter(title => /delay|unavailable/.test(title))).toEqual([])
  expect(carrier.texts.at(-1) ?? 'All clear at').toContain('All clear at')
}
