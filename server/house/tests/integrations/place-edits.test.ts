import type { AddressInfo } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { registerDevice, updateDevice } from '#contract/devices/device-register'
import { getSiren, publicSiren, updateSiren } from '#contract/devices/sirens'
import { createWebhook } from '#contract/messages/webhooks'
import { createWidget, embedWidget, updateWidget } from '#contract/messages/widgets'
import { addGroup, deleteGroup } from '#contract/people/groups'
import { updateUser } from '#contract/people/people'
import {
  addLocation,
  addOrganizationLocation,
  deleteLocation,
  deleteOrganizationLocation,
  linkSite,
  unlinkSite,
  updateLocation,
  updateOrganizationLocation,
} from '#contract/places/locations'
import { createCapFeed, listPlaceRings, makeHomeAssistantKey } from '#contract/places/place-feeds'
import { addPolicy, deletePolicy, updatePolicy } from '#contract/places/policy-changes'
import { createFeedKey } from '#contract/weather/lightning'
import { minuteMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { findCustomer } from '#server/rooms/customers/index'
import { startReceiver, type Receiver } from '#server/rooms/integrations/receiver.testing'

/** Many places of one organization, each with a siren, a widget, a CAP feed and a sensor in Home Assistant. */

const clock = shiftedClock(middleOfADay)
const soon = { timeout: 30_000, interval: 250 }
const milesNorth = (miles: number) => miles / 69.05
let world: TestHouse
let receiver: Receiver
let support: TestPerson
let admin: TestPerson
let customerName: string
let feedKey: string
let home: { readonly client: MqttClient; readonly received: Map<string, string>; readonly prefix: string }
let homeKey: { userName: string; discoveryPrefix: string; key: string }
let webGroup: number

const asked = <C extends Call>(call: C, input: Asked<C>, as = admin) => world.reply(call, input, as)

interface Place {
  readonly id: number
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly sirenId: number
  readonly widgetId: number
  readonly widgetKey: string
  readonly capPath: string
}
type At = Pick<Place, 'latitude' | 'longitude'>

const ring = (radius1: number, allClearMinutes = 30) => ({ radius1, radius2: 0, radius3: 0, allClearMinutes })
const lightning = {
  policyTypeShortName: 'LR1' as const,
  allClearMinutes: 30,
  reAlertMinutes: 10,
  notificationActions: [],
}
const addRing = (place: Place, radius: number, minutes = 30, as = admin) =>
  asked(
    addLocation,
    { body: { label: place.name, ...at(place), ...ring(radius, minutes), organizationLocationId: place.id } },
    as,
  ).then(({ location }) => location.id)
const at = ({ latitude, longitude }: At) => ({ latitude, longitude })
const addRule = (threshold: number, sites: number[]) =>
  asked(addPolicy, { body: { ...lightning, threshold, sites, allGroups: false } }).then(({ id }) => id)
const changeRule = (id: number, threshold: number, sites: number[]) =>
  asked(updatePolicy, {
    body: { id, threshold, allClearMinutes: 30, sites, allGroups: false, notificationActions: [] },
  })
const link = (place: Place, siteId: number) =>
  asked(linkSite, { body: { organizationLocationId: place.id, siteId } }).then(({ id }) => id)
let groups = 0
const newGroup = () =>
  asked(addGroup, { body: { name: `Group ${++groups}` } }).then(({ userGroup }) => userGroup.id)

const personOf = ({ id, email }: TestPerson, roleId: '3' | '4') => ({
  id,
  email,
  roleId,
  siteId: webGroup,
  firstName: 'Some',
  lastName: 'Body',
  phoneNumber: null,
  timeZone: 'CST',
})

let places = 0
/** A place far away from all others. */
async function newPlace(): Promise<Place> {
  const name = `Field ${++places}`
  const where = { latitude: 28 + 1.5 * (places % 12), longitude: -110 + 2 * Math.floor(places / 12) }
  const { organizationLocation } = await asked(addOrganizationLocation, {
    body: { name, address: '', ...where },
  })
  const organizationLocationId = organizationLocation.id
  const customerId = admin.customerId
  const device = { customerId, device: `siren-${places}`, name: `Siren of ${name}`, model: 'OWS' as const }
  const siren = await asked(
    registerDevice,
    { body: { ...device, ...where, organizationLocationId } },
    support,
  )
  const { duration, frequency, allClearDuration, allClearFrequency, alertTimes } = await asked(getSiren, {
    params: { id: String(siren.id) },
  })
  const sounds = { duration, frequency, allClearDuration, allClearFrequency, alertTimes }
  const messages = { postWarnMessage: '', postAllClearMessage: '' }
  await asked(updateSiren, { body: { sirenId: siren.id, ...sounds, ...messages, isPagePublic: true } })
  const { embedUrl, id: widgetId } = await asked(createWidget, {
    body: { ...widgetOf(organizationLocationId, webGroup), customerId },
  })
  const cap = await asked(createCapFeed, { body: { organizationLocationId } })
  return {
    id: organizationLocationId,
    name,
    ...where,
    sirenId: siren.id,
    widgetId,
    widgetKey: embedUrl.split('/').at(-1) ?? '',
    capPath: new URL(cap.address).pathname,
  }
}

/** Adds a place with the ring of an administrator, and nothing that shows it. */
async function addPlaceOnly(radius: number): Promise<number> {
  const name = `Lot ${++groups}`
  const where = { latitude: 20, longitude: -100 }
  const { organizationLocation } = await asked(addOrganizationLocation, {
    body: { name, address: '', ...where },
  })
  const body = { label: name, ...where, ...ring(radius), organizationLocationId: organizationLocation.id }
  await asked(addLocation, { body })
  return organizationLocation.id
}

async function moveSiren(place: Place, organizationLocationId: number) {
  const name = `Siren of ${place.name}`
  const body = { name, ...at(place), organizationLocationId, isFarConfirmed: true }
  await asked(updateDevice, { params: { id: String(place.sirenId) }, body }, support)
}

const widgetOf = (orgLocId: number, policyGroupId: number) => ({
  name: 'Gate',
  orgLocId,
  theme: 1 as const,
  type: 0 as const,
  primaryCondition: 0 as const,
  widgetConditions: [],
  widgetForecasts: [],
  policyGroupId,
  headerMessage: null,
  headerMessageExpiration: null,
  weatherStationId: null,
  primaryThreshold: null,
  width: null,
  allowedSites: [],
})

/** Runs an edit of widgets, which need a lightning policy when they are saved, and takes the policy away again. */
async function withRuleFor<Result>(group: number, edit: () => Promise<Result>): Promise<Result> {
  const rule = await addRule(5, [group])
  const result = await edit()
  await asked(deletePolicy, { params: { id: String(rule) } })
  return result
}

async function listenAtHome() {
  const { port } = world.house.http.server.address() as AddressInfo
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, {
    clientId: 'home',
    username: homeKey.userName,
    password: homeKey.key,
    reconnectPeriod: 0,
  })
  const received = new Map<string, string>()
  client.on('message', (topic, payload) => void received.set(topic, payload.toString()))
  await client.subscribeAsync(`${homeKey.discoveryPrefix}/#`)
  home = { client, received, prefix: homeKey.discoveryPrefix }
}

async function signInAgain() {
  support = await world.again(support)
  admin = await world.again(admin)
}

/** Everything stops and starts again on the same database. */
async function startAgain() {
  home.client.end(true)
  await world.restart()
  await signInAgain()
  await listenAtHome()
}

async function strike(struck: readonly At[], milesAway: number) {
  const time = clock.now().toISOString()
  const strikes = struck.map(({ latitude, longitude }, index) => ({
    id: `${time} ${index}`,
    time,
    latitude: latitude + milesNorth(milesAway),
    longitude,
  }))
  expect((await world.ingest(feedKey, { strikes })).status).toBe(200)
}

/** Returns what everybody who is told about lightning at a place is told. */
async function toldAt(place: Place) {
  const [rings] = (await asked(listPlaceRings, {})).filter(
    ({ organizationLocationId }) => organizationLocationId === place.id,
  )
  const widget = await asked(embedWidget, { params: { key: place.widgetKey }, query: {} })
  const siren = await asked(getSiren, { params: { id: String(place.sirenId) } })
  const page = await asked(publicSiren, {
    params: { customerName, sirenName: siren.name },
    query: {},
  })
  const { body } = await world.house.http.inject({ url: place.capPath })
  const state = JSON.parse(home.received.get(`${home.prefix}/place/${place.id}`) ?? '{}') as {
    state?: string
  }
  return {
    rings: rings && { by: rings.by, rings: rings.rings },
    widget: widget.rings.map(({ stale: _stale, ...each }) => each),
    siren: { ring: siren.inForce, state: page.state, endsAt: page.endsAt },
    cap: /<subtitle>([^<]*)/.exec(body)?.[1],
    home: state.state,
  }
}
const inDelay = (told: Awaited<ReturnType<typeof toldAt>>) => ({
  widget: told.widget.some(({ state }) => state === 'Delay'),
  siren: told.siren.state === 'Delay',
  cap: told.cap === 'Lightning: delay',
  home: told.home === 'Delay',
})
const everybody = (is: boolean) => ({ widget: is, siren: is, cap: is, home: is })

beforeAll(async () => {
  receiver = await startReceiver()
  const environment = { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' }
  world = await testHouse({ clock, listen: true, environment })
  const customerId = await world.customer(['read:integrations', 'write:integrations', 'widget.access'])
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  admin = await world.person({ role: 'Admin', customerId, permissions: ['widget.access'] })
  customerName = (await findCustomer(world.house.store.db, 'system', customerId))?.name ?? ''
  const key = { name: 'A network', provesAbsence: true, area: { kind: 'world' } } as const
  feedKey = (await asked(createFeedKey, { body: key }, support)).key
  homeKey = await asked(makeHomeAssistantKey, {})
  webGroup = await newGroup()
  await listenAtHome()
})
afterAll(async () => {
  home.client.end(true)
  await world.close()
  await receiver.close()
})

it('an edit of anything that a ring is made of gives everybody the same as a fresh start', async () => {
  interface Edit {
    readonly what: string
    /** Whether a strike 12 miles away is inside of the ring after the edit. */
    readonly reaches: boolean
    readonly prepare?: (place: Place) => Promise<unknown>
    readonly edit: (place: Place, prepared: never) => Promise<unknown>
  }
  const admins = (radius: number) => async (place: Place) => {
    const person = await world.person({ role: 'AssistantAdmin', customerId: admin.customerId })
    return { person, id: await addRing(place, radius, 30, person) }
  }
  type Theirs = { readonly person: TestPerson; readonly id: number }
  type Ruled = { readonly group: number; readonly rule: number; readonly link: number }
  const ruled = (radius: number) => async (place: Place) => {
    const group = await newGroup()
    return { group, rule: await addRule(radius, [group]), link: await link(place, group) }
  }
  const asRole = (roleId: '3' | '4', { person }: Theirs) =>
    asked(updateUser, { body: personOf(person, roleId) })
  const edits: Edit[] = [
    { what: 'location added', reaches: true, edit: place => addRing(place, 20) },
    {
      what: 'location widened',
      reaches: true,
      prepare: admins(8),
      edit: (place, { id, person }: Theirs) =>
        asked(updateLocation, { body: { id, label: place.name, ...at(place), ...ring(20) } }, person),
    },
    {
      what: 'location removed',
      reaches: false,
      prepare: admins(20),
      edit: (_, { id, person }: Theirs) => asked(deleteLocation, { params: { id: String(id) } }, person),
    },
    {
      what: 'group linked',
      reaches: true,
      prepare: async () => {
        const group = await newGroup()
        await addRule(20, [group])
        return group
      },
      edit: (place, group: number) => link(place, group),
    },
    {
      what: 'group unlinked',
      reaches: false,
      prepare: ruled(20),
      edit: (_, own: Ruled) => asked(unlinkSite, { params: { id: String(own.link) } }),
    },
    {
      what: 'policy added',
      reaches: true,
      prepare: async place => {
        const group = await newGroup()
        await link(place, group)
        return group
      },
      edit: (_, group: number) => addRule(20, [group]),
    },
    {
      what: 'policy widened',
      reaches: true,
      prepare: ruled(9),
      edit: (_, own: Ruled) => changeRule(own.rule, 20, [own.group]),
    },
    {
      what: 'policy moved to another group',
      reaches: false,
      prepare: ruled(20),
      edit: async (_, own: Ruled) => changeRule(own.rule, 20, [await newGroup()]),
    },
    {
      what: 'policy deleted',
      reaches: false,
      prepare: ruled(20),
      edit: (_, own: Ruled) => asked(deletePolicy, { params: { id: String(own.rule) } }),
    },
    {
      what: 'group deleted',
      reaches: false,
      prepare: ruled(20),
      edit: async (_, own: Ruled) => {
        await asked(unlinkSite, { params: { id: String(own.link) } })
        await asked(deleteGroup, { params: { id: String(own.group) } })
      },
    },
    {
      what: 'person promoted',
      reaches: true,
      prepare: async place => {
        const person = await world.person({ role: 'Customer', customerId: admin.customerId })
        return { person, id: await addRing(place, 20, 30, person) }
      },
      edit: (_, theirs: Theirs) => asRole('3', theirs),
    },
    {
      what: 'person demoted',
      reaches: false,
      prepare: admins(20),
      edit: (_, theirs: Theirs) => asRole('4', theirs),
    },
    {
      what: 'widget of another group',
      reaches: true,
      prepare: async () => {
        const group = await newGroup()
        await addRule(20, [group])
        return group
      },
      edit: (place, group: number) =>
        asked(updateWidget, {
          params: { id: String(place.widgetId) },
          body: widgetOf(place.id, group),
        }),
    },
    {
      what: 'siren moved to a place with a wide ring',
      reaches: true,
      prepare: () => addPlaceOnly(20),
      edit: async (place, other: number) => {
        await moveSiren(place, other)
        await addRing(place, 20)
      },
    },
    {
      what: 'siren moved to a place with a small ring',
      reaches: false,
      prepare: async place => {
        await ruled(20)(place).then(own => asked(unlinkSite, { params: { id: String(own.link) } }))
        const wide = await addPlaceOnly(20)
        await moveSiren(place, wide)
        return wide
      },
      edit: async (place, wide: number) => {
        await moveSiren(place, place.id)
        await asked(deleteOrganizationLocation, { params: { id: String(wide) } })
      },
    },
    {
      what: 'place moved with all that belongs to it',
      reaches: false,
      edit: place =>
        asked(updateOrganizationLocation, {
          body: {
            id: place.id,
            name: place.name,
            address: '',
            ...at(place),
            latitude: place.latitude - 0.05,
          },
        }),
    },
  ]
  const cases = await withRuleFor(webGroup, async () => {
    const made: (Edit & { place: Place; prepared: never })[] = []
    for (const each of edits) made.push({ ...each, place: await newPlace(), prepared: undefined as never })
    return made
  })
  for (const each of cases) each.prepared = (await each.prepare?.(each.place)) as never
  for (const { place, prepared, edit } of cases) await edit(place, prepared)
  await world.cover(feedKey)
  await strike(
    cases.map(({ place }) => place),
    12,
  )
  const told = async () => {
    await world.cover(feedKey)
    const found = new Map<string, Awaited<ReturnType<typeof toldAt>>>()
    for (const { what, place } of cases) found.set(what, await toldAt(place))
    return found
  }
  const asExpected = new Map(cases.map(({ what, reaches }) => [what, everybody(reaches)]))
  await vi.waitFor(async () => {
    const found = await told()
    expect(new Map([...found].map(([what, each]) => [what, inDelay(each)]))).toEqual(asExpected)
    expect([...found.values()].flatMap(each => [each.cap, each.home])).not.toContain('Unknown')
  }, soon)
  const before = await told()
  await startAgain()
  await vi.waitFor(async () => expect(await told()).toEqual(before), soon)
}, 120_000)

it('no edit ends a delay for a program, a widget or a siren, before a restart or after it', async () => {
  const coach = await world.person({ role: 'Customer', customerId: admin.customerId })
  const only = await world.person({ role: 'AssistantAdmin', customerId: admin.customerId })
  const group = await newGroup()
  await addRule(20, [group])
  const edits = await withRuleFor(webGroup, async () => ({
    'a smaller ring of an administrator beside that of a coach': await newPlace(),
    'the only administrator removes the place': await newPlace(),
    'the only administrator is demoted': await newPlace(),
    'a group is unlinked': await newPlace(),
    'the place is moved': await newPlace(),
  }))
  const [smaller, removed, demoted, unlinked, moved] = Object.values(edits) as [
    Place,
    Place,
    Place,
    Place,
    Place,
  ]
  const lost = await addPlaceOnly(10)
  await addRing(smaller, 10, 30, coach)
  const theirs = await addRing(removed, 20, 30, admin)
  await addRing(demoted, 20, 30, only)
  const linked = await link(unlinked, group)
  const wanted: ('DELAY' | 'ALL_CLEAR' | 'UNKNOWN')[] = ['DELAY', 'ALL_CLEAR', 'UNKNOWN']
  await asked(createWebhook, { body: { name: 'A receiver', url: receiver.url, events: wanted } })
  const toldBy = (id: number) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: { location?: { id: number } } })
      .filter(({ data }) => data.location?.id === id)
      .map(({ type }) => type)
  const all = Object.entries(edits)
  const told = async () =>
    Promise.all(all.map(async ([what, place]) => [what, await toldAt(place), toldBy(place.id)] as const))

  await world.cover(feedKey)
  await strike([smaller, moved, { latitude: 20, longitude: -100 }], 2)
  await strike([removed, demoted, unlinked], 12)
  await vi.waitFor(async () => {
    for (const [what, each, types] of await told())
      expect([what, inDelay(each), types.at(-1)]).toEqual([what, everybody(true), 'DELAY'])
    expect(toldBy(lost).at(-1)).toBe('DELAY')
  }, soon)
  const ends = new Map((await told()).map(([what, { siren }]) => [what, siren.endsAt]))
  const spoken = receiver.received.length

  clock.advance(12 * minuteMs)
  await signInAgain()
  await addRing(smaller, 3, 10)
  await asked(deleteLocation, { params: { id: String(theirs) } })
  await asked(updateUser, { body: personOf(only, '4') })
  await asked(unlinkSite, { params: { id: String(linked) } })
  const far = { name: moved.name, address: '', latitude: moved.latitude, longitude: -70 }
  await asked(updateOrganizationLocation, { body: { id: moved.id, ...far } })
  await asked(deleteOrganizationLocation, { params: { id: String(lost) } })
  const inDelayStill = async () => {
    await world.cover(feedKey)
    for (const [what, each] of await told()) {
      expect([what, inDelay(each)]).toEqual([what, everybody(true)])
      expect([what, each.siren.endsAt]).toEqual([what, ends.get(what)])
      expect(each.widget.map(({ endsAt }) => endsAt)).toContain(ends.get(what))
    }
  }
  await vi.waitFor(() => expect(toldBy(lost).at(-1)).toBe('UNKNOWN'), soon)
  await inDelayStill()
  await startAgain()
  await vi.waitFor(inDelayStill, soon)
  const since = receiver.received.slice(spoken).map(({ body }) => (JSON.parse(body) as { type: string }).type)
  expect(since).not.toContain('ALL_CLEAR')

  clock.advance(19 * minuteMs)
  await signInAgain()
  await vi.waitFor(async () => {
    await world.cover(feedKey)
    for (const [what, each, types] of await told())
      expect([what, inDelay(each), types.at(-1)]).toEqual([what, everybody(false), 'ALL_CLEAR'])
  }, soon)
  expect(toldBy(lost)).not.toContain('ALL_CLEAR')
}, 120_000)
