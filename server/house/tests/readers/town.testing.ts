import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import type { Asked, Call } from '#contract/call'
import { registerDevice } from '#contract/devices/device-register'
import { getSiren, publicSiren, updateSiren } from '#contract/devices/sirens'
import { live, type LiveEvent } from '#contract/live'
import {
  getNotificationSettings,
  setNotificationSettings,
  subscribePush,
  type NotificationSettings,
} from '#contract/messages/notification-settings'
import { createWebhook } from '#contract/messages/webhooks'
import { createWidget, embedWidget } from '#contract/messages/widgets'
import { addGroup } from '#contract/people/groups'
import { updateUser } from '#contract/people/people'
import {
  addLocation,
  addOrganizationLocation,
  deleteLocation,
  linkSite,
  unlinkSite,
  updateLocation,
  updateOrganizationLocation,
} from '#contract/places/locations'
import { createCapFeed, makeHomeAssistantKey } from '#contract/places/place-feeds'
import { addPolicy, deletePolicy } from '#contract/places/policy-changes'
import { createFeedKey, type RingStatement } from '#contract/weather/lightning'
import type { RoleName } from '#domain/access/roles'
import { destination } from '#domain/geo/distance'
import type { Point } from '#domain/geo/distance'
import { squeezedName } from '#domain/widgets/public-names'
import { minuteMs, secondMs } from '#server/platform/clock'
import type { SteppedTime } from '#server/platform/stepped-time.testing'
import type { TestHouse, TestPerson } from '#server/house/testing'
import { findCustomer } from '#server/rooms/customers/index'
import { Browser, type PushService } from '#server/rooms/notifications/runs/phones.testing'
import { createDevice, type SimulatedDevice } from '#simulator/devices/device'
import { Believer, type Reader } from './believing.testing.ts'
import { Mailbox, TextPhone, type Providers } from './providers.testing.ts'
import {
  CapSign,
  HomeAssistantReader,
  McpClient,
  PolledPage,
  PushPhone,
  Screen,
  SirenReader,
  WebhookReader,
  type LiveConnection,
} from './readers.testing.ts'
import {
  Truth,
  trueRingOfPerson,
  trueRingOfPlace,
  trueRingOfSiren,
  type TruePolicy,
} from './truth.testing.ts'

/** What all towns share. */
export interface Ground {
  readonly time: SteppedTime
  /** The processes on one database; the first also has the devices. */
  readonly houses: readonly TestHouse[]
  readonly support: TestPerson
  readonly service: PushService
  readonly providers: Providers
  readonly hookUrl: string
  readonly hooks: Map<string, WebhookReader>
}

const sirenOwn: TruePolicy = { radiusMiles: 8, allClearMinutes: 30 }
const neighborOwn: TruePolicy = { radiusMiles: 12, allClearMinutes: 10 }
const outerMiles = 30
const wide: TruePolicy = { radiusMiles: 15, allClearMinutes: 20 }
const everywhere: TruePolicy = { radiusMiles: 12, allClearMinutes: 10 }
const small: TruePolicy = { radiusMiles: 8, allClearMinutes: 10 }
const policyBody = ({ radiusMiles, allClearMinutes }: TruePolicy) =>
  ({
    policyTypeShortName: 'LR1',
    threshold: radiusMiles,
    allClearMinutes,
    reAlertMinutes: 30,
    notificationActions: [],
  }) as const

/** Towns are so far apart that no strike concerns two of them. */
function spotOf(number: number): Point {
  return { latitude: -40 + 10 * (number % 9), longitude: -175 + 10 * (Math.floor(number / 9) % 35) }
}

type Name = 'admin' | 'keeper' | 'coach' | 'neighbor'

/** A customer with one place, the people there, and a reader of each kind. */
export class Town {
  readonly seed: number
  readonly readers: Believer[] = []
  readonly log: string[] = []
  readonly #ground: Ground
  readonly #customerId: number
  readonly #people = new Map<string, { person: TestPerson; signedInMs: number }>()
  readonly #truths: Readonly<Record<'coach' | 'place' | 'siren' | 'neighbor', Truth>>
  readonly #closings: (() => unknown)[] = []
  readonly #home: Point
  /** The settings as the server has confirmed them. */
  readonly #set = {
    center: { latitude: 0, longitude: 0 } as Point,
    coach: { radiusMiles: 6, allClearMinutes: 10 } as TruePolicy,
    keeper: null as TruePolicy | null,
    keeperId: 0,
    isKeeperAdmin: true,
    linkId: null as number | null,
    policyId: null as number | null,
    hasWidgetPolicy: false,
    isOuterOn: false,
  }
  #ids = { place: 0, coach: 0, group: 0, wide: 0 }
  #feeds = { whole: '', near: '' }
  readonly #hasOuter: boolean
  #strikes = 0
  #coveredMs: number

  private constructor(ground: Ground, customerId: number, seed: number, spot: number) {
    this.#ground = ground
    this.#customerId = customerId
    this.seed = seed
    this.#home = spotOf(spot)
    this.#coveredMs = this.nowMs - 70 * minuteMs
    this.#hasOuter = seed % 2 === 0
    this.#truths = {
      coach: new Truth('coach'),
      place: new Truth('place'),
      siren: new Truth('siren'),
      neighbor: new Truth('neighbor'),
    }
    this.#set.hasWidgetPolicy = seed % 3 === 0
    this.#set.isOuterOn = this.#hasOuter
  }

  get nowMs(): number {
    return this.#ground.time.clock.now().getTime()
  }

  static async open(ground: Ground, seed: number, spot: number): Promise<Town> {
    const [house] = ground.houses as readonly [TestHouse]
    const permissions = ['read:integrations', 'write:integrations', 'widget.access'] as const
    const town = new Town(ground, await house.customer(permissions), seed, spot)
    await town.#found(house)
    await town.#settle(house)
    return town
  }

  /** Somebody with a token that is still valid. */
  async #as(name: Name): Promise<TestPerson> {
    const known = this.#people.get(name)
    if (!known) throw new Error(`There is no ${name}`)
    if (this.nowMs - known.signedInMs > 5 * minuteMs) {
      known.person = await this.#ground.houses[0]!.again(known.person)
      known.signedInMs = this.nowMs
    }
    return known.person
  }

  async #reply<C extends Call>(call: C, input: Asked<C>, name: Name) {
    return this.#ground.houses[0]!.reply(call, input, await this.#as(name))
  }

  async #found(house: TestHouse) {
    const person = async (name: Name, role: RoleName, groupId: number | null = null) => {
      const permissions = ['widget.access'] as const
      const made = await house.person({ role, customerId: this.#customerId, groupId, permissions })
      this.#people.set(name, { person: made, signedInMs: this.nowMs })
    }
    await person('admin', 'Admin')
    await person('coach', 'Customer')
    this.#feeds.whole = await this.#newFeed(house, 4)
    // It sees the inner ring, and not all of the outer one.
    this.#feeds.near = await this.#newFeed(house, 0.4)
    const place = { name: 'Stadium', address: '', ...this.#home, riskProfileId: null }
    this.#ids.place = (
      await this.#reply(addOrganizationLocation, { body: place }, 'admin')
    ).organizationLocation.id
    this.#ids.group = (await this.#reply(addGroup, { body: { name: 'Grounds' } }, 'admin')).userGroup.id
    await person('keeper', 'AssistantAdmin', this.#ids.group)
    this.#ids.wide = (await this.#reply(addGroup, { body: { name: 'Wide' } }, 'admin')).userGroup.id
    const forGroup = { ...policyBody(wide), allGroups: false, sites: [this.#ids.wide] }
    await this.#reply(addPolicy, { body: { ...forGroup, notificationActions: [] } }, 'admin')
    this.#set.center = this.#home
    this.#ids.coach = (
      await this.#reply(addLocation, { body: this.#locationOf(this.#set.coach, this.#hasOuter) }, 'coach')
    ).location.id
  }

  async #newFeed(house: TestHouse, degrees: number): Promise<string> {
    const { latitude, longitude } = this.#home
    const [south, north] = [latitude - degrees, latitude + degrees]
    const [west, east] = [longitude - degrees, longitude + degrees]
    const name = `Network ${this.seed} ${degrees}`
    const body = { name, provesAbsence: true, area: { kind: 'box', south, north, west, east } } as const
    return (await house.reply(createFeedKey, { body }, await house.again(this.#ground.support))).key
  }

  #locationOf({ radiusMiles, allClearMinutes }: TruePolicy, hasOuter = false) {
    const { center } = this.#set
    const { latitude, longitude } = center
    const radius2 = hasOuter ? outerMiles : 0
    const rings = { radius1: radiusMiles, radius2, radius3: 0, radius4: 0, allClearMinutes }
    return { label: 'Stadium', latitude, longitude, ...rings, organizationLocationId: this.#ids.place }
  }

  /** Everybody who reads. */
  async #settle(house: TestHouse) {
    const { ground, coach, place, siren } = { ground: this.#ground, ...this.#truths }
    const last = ground.houses.at(-1)!
    const nowMs = () => this.nowMs
    const add = <R extends Reader>(reader: R): R => {
      this.readers.push(new Believer(reader, this.nowMs))
      return reader
    }
    for (const [kind, at] of [
      ['screen', house],
      ['wall', last],
    ] as const) {
      const open = (onEvent: (event: LiveEvent) => void) => this.#openLive(at, onEvent)
      const screen = add(new Screen(kind, coach, this.#ids.coach, { open, nowMs }))
      this.#closings.push(() => screen.close())
    }

    const ofWidget = { ...policyBody(small), allGroups: false, sites: [this.#ids.group] }
    const { id } = await this.#reply(addPolicy, { body: { ...ofWidget, notificationActions: [] } }, 'admin')
    const own = { name: 'Two', orgLocId: this.#ids.place, policyGroupId: this.#ids.group }
    const widget = await this.#reply(
      createWidget,
      { body: { ...own, customerId: this.#customerId } },
      'admin',
    )
    // A widget cannot be made without a policy, and continues without one.
    if (!this.#set.hasWidgetPolicy) await this.#reply(deletePolicy, { params: { id: String(id) } }, 'admin')
    const key = widget.embedUrl.split('/').at(-1) ?? ''
    add(
      new PolledPage('widget', place, async () => {
        const data = await last.reply(embedWidget, { params: { key }, query: {} })
        return { ...data, rings: data.rings.map(ring => ({ ...ring, because: '' })) }
      }),
    )

    const feed = await this.#reply(
      createCapFeed,
      { body: { organizationLocationId: this.#ids.place } },
      'admin',
    )
    const url = new URL(feed.address).pathname
    add(
      new CapSign(place, async () => {
        const { body, headers } = await last.house.http.inject({ url })
        const maxAgeSeconds = Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1] ?? 0)
        return { body, maxAgeSeconds }
      }),
    )

    const hook = add(new WebhookReader(place))
    ground.hooks.set(`/hooks/${this.#customerId}`, hook)
    const events = ['DELAY', 'ALL_CLEAR', 'UNKNOWN'] as const
    const body = { name: 'Board', url: `${ground.hookUrl}/${this.#customerId}`, events: [...events] }
    await this.#reply(createWebhook, { body }, 'admin')

    await this.#settleHomeAssistant(house, add(new HomeAssistantReader(place, nowMs)))
    add(new McpClient(coach, () => this.#askModel(last)))

    const phone = add(new PushPhone(coach, this.#browser(house)))
    ground.service.add(phone.browser)
    const keys = { p256dh: phone.browser.keys.getPublicKey('base64url'), auth: phone.browser.auth }
    await this.#prefer('coach', { outerRingNotification: true })
    await this.#reply(subscribePush, { body: { endpoint: phone.browser.endpoint, keys } }, 'coach')
    await this.#settleWriting(house, add)
    await this.#settleSiren(house, siren, add)
    this.#apply()
    // The rings of administrators count only where no policy does.
    if (this.seed % 4 < 2) await this.edits['location of an administrator'](5, 10)
  }

  /** Somebody who gets text messages and emails. */
  async #settleWriting(house: TestHouse, add: <R extends Reader>(reader: R) => R) {
    const { id: groupId } = (await this.#reply(addGroup, { body: { name: 'Others' } }, 'admin')).userGroup
    const person = await house.person({ role: 'Customer', customerId: this.#customerId, groupId })
    this.#people.set('neighbor', { person, signedInMs: this.nowMs })
    const phoneNumber = `+1405555${String(this.#customerId).padStart(4, '0')}`
    const named = { id: person.id, firstName: 'Some', lastName: 'One', email: person.email, phoneNumber }
    const body = { ...named, timeZone: 'CST', siteId: groupId, roleId: '4', smsNotifications: true } as const
    await this.#reply(updateUser, { body: { ...body, emailNotifications: true } }, 'admin')
    await this.#prefer('neighbor', { notificationType: 1, emailNotifications: true })
    await this.#reply(addLocation, { body: this.#locationOf(neighborOwn) }, 'neighbor')
    this.#ground.providers.phones.set(phoneNumber, add(new TextPhone(this.#truths.neighbor)))
    this.#ground.providers.mailboxes.set(person.email, add(new Mailbox(this.#truths.neighbor)))
  }

  async #prefer(name: Name, changed: Partial<NotificationSettings>) {
    const settings = await this.#reply(getNotificationSettings, {}, name)
    const { email, phoneNumber, emailUnsubscribed, pushDevices, positionAt, ...kept } = settings
    void [email, phoneNumber, emailUnsubscribed, pushDevices, positionAt]
    await this.#reply(setNotificationSettings, { body: { ...kept, ...changed } }, name)
  }

  #browser(house: TestHouse) {
    return new Browser(
      () => this.nowMs,
      path => house.raw({ method: 'POST', url: path }),
    )
  }

  async #openLive(at: TestHouse, onEvent: (event: LiveEvent) => void): Promise<LiveConnection> {
    const { token } = await this.#as('coach')
    const { port } = at.house.http.server.address() as AddressInfo
    const asking = request({ port, path: live.path, headers: { authorization: `Bearer ${token}` } })
    let isOpen = true
    asking.on('error', () => (isOpen = false))
    asking.on('response', stream => {
      let rest = ''
      stream.on('data', (chunk: Buffer) => {
        const parts = `${rest}${chunk.toString()}`.split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts)
          if (part.startsWith('data: ')) onEvent(JSON.parse(part.slice('data: '.length)) as LiveEvent)
      })
      for (const end of ['end', 'close', 'error'] as const) stream.on(end, () => (isOpen = false))
    })
    asking.end()
    return { isOpen: () => isOpen, close: () => void asking.destroy() }
  }

  async #settleHomeAssistant(house: TestHouse, reader: HomeAssistantReader) {
    const own = await this.#reply(makeHomeAssistantKey, {}, 'admin')
    const client: MqttClient = mqtt.connect(`${house.baseUrl.replace('http', 'ws')}/mqtt`, {
      clientId: randomUUID(),
      username: own.userName,
      password: own.key,
      protocolVersion: 4,
      reconnectPeriod: 200,
    })
    this.#closings.push(() => client.endAsync(true))
    client.on('message', (topic, payload) => reader.hear(topic, payload.toString()))
    client.on('error', () => {}) // it connects again
    await new Promise(resolve => client.once('connect', resolve))
    await client.subscribeAsync(`${own.discoveryPrefix}/#`)
  }

  async #askModel(at: TestHouse): Promise<readonly RingStatement[]> {
    const { token } = await this.#as('coach')
    const params = { name: 'lightning_status', arguments: { locationId: this.#ids.coach } }
    const reply = await at.house.http.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}` },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
    const { result } = reply.json<{ result: { structuredContent: { statements: RingStatement[] } } }>()
    return result.structuredContent.statements
  }

  async #settleSiren(house: TestHouse, truth: Truth, add: <R extends Reader>(reader: R) => R) {
    const device = `siren-${this.#customerId}`
    const named = { customerId: this.#customerId, device, name: device, model: 'OWS' } as const
    const { id, key } = await house.reply(
      registerDevice,
      { body: { ...named, ...this.#home, organizationLocationId: this.#ids.place } },
      await house.again(this.#ground.support),
    )
    const params = { id: String(id) }
    const { duration, frequency, allClearDuration, allClearFrequency, ...rest } = await this.#reply(
      getSiren,
      { params },
      'admin',
    )
    const { alertTimes, postWarnMessage, postAllClearMessage } = rest
    const sounds = { duration, frequency, allClearDuration, allClearFrequency, alertTimes }
    const shown = { sirenId: id, ...sounds, postWarnMessage, postAllClearMessage, isPagePublic: true }
    await this.#reply(updateSiren, { body: shown }, 'admin')
    const { time } = this.#ground
    const unit: SimulatedDevice = createDevice({
      customerId: this.#customerId,
      device,
      model: 'OWS',
      key: Buffer.from(key, 'base64url'),
      broker: `${house.baseUrl.replace('http', 'ws')}/mqtt`,
      mqttOptions: { reconnectPeriod: 200 },
      time: { nowMs: () => this.nowMs, after: (ms, act) => time.startTimer(act, ms) },
    })
    this.#closings.push(() => unit.stop())
    await unit.start()
    add(new SirenReader(truth, unit))
    const customer = await findCustomer(house.house.store.db, this.#customerId, this.#customerId)
    const names = { customerName: squeezedName(customer?.name ?? ''), sirenName: device }
    add(
      new PolledPage('siren page', truth, async () => {
        const { state, endsAt, satelliteOnly, ...data } = await this.#ground.houses
          .at(-1)!
          .reply(publicSiren, { params: names, query: {} })
        const ring = { ring: 1, state, because: '', endsAt, stale: false, satelliteOnly }
        return { ...data, rings: [ring] }
      }),
    )
  }

  /** Brings the truth up to date with the settings. */
  #apply() {
    const { center, coach, keeper, isKeeperAdmin, linkId, policyId, hasWidgetPolicy } = this.#set
    const forAll = policyId === null ? [] : [everywhere]
    const policies = [...forAll, ...(linkId === null ? [] : [wide]), ...(hasWidgetPolicy ? [small] : [])]
    const administrators = keeper && isKeeperAdmin ? [trueRingOfPerson(keeper, forAll)] : []
    const now = this.nowMs
    const own = trueRingOfPerson(coach, forAll)
    // A delay in the outer ring is one too, and only one source sees the whole of it.
    this.#truths.coach.needsOneSource = this.#set.isOuterOn
    this.#truths.coach.change(
      { center, ...own, ...(this.#set.isOuterOn && { radiusMiles: outerMiles }) },
      now,
    )
    this.#truths.neighbor.change({ center, ...trueRingOfPerson(neighborOwn, forAll) }, now)
    this.#truths.place.change({ center, ...trueRingOfPlace(policies, administrators) }, now)
    const ring = trueRingOfSiren(sirenOwn, policies, keeper && isKeeperAdmin ? [keeper] : [])
    this.#truths.siren.change({ center: this.#home, ...ring }, now)
  }

  note(what: string) {
    this.log.push(`${new Date(this.nowMs).toISOString().slice(11, 19)} ${what}`)
  }

  /** What the sources report every few seconds; one that is silent reports it later, unless there is a gap. */
  async cover(isSilent: boolean, isGap: boolean) {
    const { nowMs } = this
    const span = (fromMs: number) => ({
      coverage: [{ from: new Date(fromMs).toISOString(), to: new Date(nowMs).toISOString() }],
    })
    const [house] = this.#ground.houses as readonly [TestHouse]
    // It lies: it has seen everything, also what is reported late.
    await house.ingest(this.#feeds.near, span(nowMs - 70 * minuteMs))
    if (isSilent && nowMs - this.#coveredMs > 20 * secondMs)
      for (const truth of Object.values(this.#truths)) truth.doubt('silent', nowMs)
    if (isSilent) return
    if (isGap) {
      this.note('a gap in coverage')
      for (const truth of Object.values(this.#truths)) truth.doubt('gap', nowMs)
    }
    await house.ingest(this.#feeds.whole, span(isGap ? nowMs - secondMs : this.#coveredMs))
    this.#coveredMs = nowMs
  }

  /** A strike at a distance from the place as it is now, which happened some time ago. */
  async strike(miles: number, bearing: number, agoMs = 0) {
    const at = destination(this.#set.center, bearing, miles) ?? this.#set.center
    const timeMs = this.nowMs - agoMs
    const strike = { id: `${this.seed} ${++this.#strikes}`, time: new Date(timeMs).toISOString(), ...at }
    const by = this.#ground.houses[this.#strikes % this.#ground.houses.length]!
    const { status } = await by.ingest(this.#feeds.whole, { strikes: [strike] })
    this.note(`strike at ${miles} mi, ${agoMs / secondMs} s ago: ${status}`)
    if (status !== 200) return
    for (const truth of Object.values(this.#truths)) truth.strike({ at, timeMs }, this.nowMs)
  }

  async #change<C extends Call>(call: C, input: Asked<C>, name: Name, done: (data: unknown) => void) {
    const { status, body } = await this.#ground.houses[0]!.ask(call, input, await this.#as(name))
    this.note(`${call.name} ${JSON.stringify(input).slice(0, 160)}: ${status}`)
    if (status !== 200) return
    done(body.data)
    this.#apply()
  }

  get coachLocationId(): number {
    return this.#ids.coach
  }

  async as<Result>(name: Name, act: (house: TestHouse, person: TestPerson) => Promise<Result>) {
    return act(this.#ground.houses[0]!, await this.#as(name))
  }

  readonly edits = {
    'outer ring': async () => {
      if (!this.#hasOuter) return
      const body = { ...this.#locationOf(this.#set.coach, !this.#set.isOuterOn), id: this.#ids.coach }
      const done = () => (this.#set.isOuterOn = !this.#set.isOuterOn)
      await this.#change(updateLocation, { body }, 'coach', done)
    },
    'ring of the coach': async (radiusMiles: number, allClearMinutes: number) => {
      const ring = { radiusMiles, allClearMinutes }
      const body = { ...this.#locationOf(ring, this.#set.isOuterOn), id: this.#ids.coach }
      await this.#change(updateLocation, { body }, 'coach', () => (this.#set.coach = ring))
    },
    'location of an administrator': async (radiusMiles: number, allClearMinutes: number) => {
      if (this.#set.keeper) {
        const params = { id: String(this.#set.keeperId) }
        return this.#change(deleteLocation, { params }, 'keeper', () => (this.#set.keeper = null))
      }
      const ring = { radiusMiles, allClearMinutes }
      await this.#change(addLocation, { body: this.#locationOf(ring) }, 'keeper', data => {
        const { location } = data as { location: { id: number; radius1: number; allClearMinutes: number } }
        this.#set.keeperId = location.id
        this.#set.keeper = { radiusMiles: location.radius1, allClearMinutes: location.allClearMinutes }
      })
    },
    'role of an administrator': async () => {
      const { id, email } = await this.#as('keeper')
      const roleId = this.#set.isKeeperAdmin ? '4' : '3'
      const named = { id, firstName: 'Some', lastName: 'One', email, phoneNumber: null, timeZone: 'CST' }
      const body = { ...named, siteId: this.#ids.group, roleId } as const
      await this.#change(
        updateUser,
        { body },
        'admin',
        () => (this.#set.isKeeperAdmin = !this.#set.isKeeperAdmin),
      )
    },
    'position of the place': async () => {
      const isHome = this.#set.center === this.#home
      const center = isHome ? (destination(this.#home, 90, 60) ?? this.#home) : this.#home
      const body = { id: this.#ids.place, name: 'Stadium', address: '', ...center, riskProfileId: null }
      await this.#change(updateOrganizationLocation, { body }, 'admin', () => (this.#set.center = center))
    },
    'link of a group': async () => {
      const { linkId } = this.#set
      if (linkId !== null) {
        const params = { id: String(linkId) }
        return this.#change(unlinkSite, { params }, 'admin', () => (this.#set.linkId = null))
      }
      const body = { organizationLocationId: this.#ids.place, siteId: this.#ids.wide }
      await this.#change(
        linkSite,
        { body },
        'admin',
        data => (this.#set.linkId = (data as { id: number }).id),
      )
    },
    'policy for all': async () => {
      const { policyId } = this.#set
      if (policyId !== null) {
        const params = { id: String(policyId) }
        return this.#change(deletePolicy, { params }, 'admin', () => (this.#set.policyId = null))
      }
      const body = { ...policyBody(everywhere), allGroups: true, sites: [], notificationActions: [] }
      await this.#change(
        addPolicy,
        { body },
        'admin',
        data => (this.#set.policyId = (data as { id: number }).id),
      )
    },
  }

  async ask() {
    for (const { reader } of this.readers) await reader.ask?.(this.nowMs)
  }

  /** How often each kind of reader believed what. */
  count(counts: Map<string, number>) {
    for (const { reader } of this.readers) {
      const what = `${reader.kind}: ${reader.believes(this.nowMs)}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
  }

  /** What any reader believes and must not. */
  faults(): (readonly [reader: string, fault: string])[] {
    return this.readers.flatMap(believer => {
      const { kind, truth } = believer.reader
      const fault = believer.fault(this.nowMs)
      const from = new Date(truth.sinceMs > 0 ? truth.sinceMs : 0).toISOString().slice(11, 19)
      const to = new Date(truth.endsMs > 0 ? truth.endsMs : 0).toISOString().slice(11, 19)
      return fault === null ? [] : [[kind, `${kind} ${fault} (${truth.name}: ${from} to ${to})`] as const]
    })
  }

  async close() {
    await Promise.all(this.#closings.map(close => close()))
  }
}
