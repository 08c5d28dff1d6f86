import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { addGroup, deleteGroup } from '#contract/people/groups'
import { createFeedKey } from '#contract/weather/lightning'
import {
  addOrganizationLocation,
  deleteOrganizationLocation,
  updateOrganizationLocation,
} from '#contract/places/locations'
import { addPolicy, deletePolicy } from '#contract/places/policy-changes'
import {
  createWidget,
  deleteWidget,
  embedWidget,
  getWidget,
  listAllWidgets,
  listWidgetsOfCustomer,
  previewWidget,
  shareWidget,
  updateWidget,
  widgetChoices,
  type EmbedData,
  type Widget,
} from '#contract/messages/widgets'
import { readActs } from '#server/platform/audit'
import { minuteMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { mostSharesPerHour } from './share-widget.ts'

const soon = { timeout: 45_000 }

const norman = { latitude: 35.2226, longitude: -97.4395 }
const clock = shiftedClock(middleOfADay)
const permissions = ['widget.access'] as const

let world: TestHouse
let customerId: number
let groupId: number
let placeId: number
let support: TestPerson
let admin: TestPerson
let assistant: TestPerson
let stranger: TestPerson
let feedKey: string
let strikes = 0

const asked = <C extends Call>(call: C, input: Asked<C>, as = admin) => world.reply(call, input, as)
const errorsOf = async <C extends Call>(call: C, input: Asked<C>, as = admin) => {
  const { status, body } = await world.ask(call, input, as)
  expect(status).toBe(400)
  return body.responseException?.errors
}
const request = () => ({ name: 'Stadium', orgLocId: placeId, policyGroupId: groupId })
const make = (more: object = {}, as = admin) =>
  asked(createWidget, { body: { ...request(), customerId, ...more } }, as)
const keyOf = ({ embedUrl }: Widget) => embedUrl.split('/').at(-1) ?? ''
const embedded = async (widget: Widget): Promise<EmbedData> => {
  const { status, body } = await world.ask(embedWidget, { params: { key: keyOf(widget) }, query: {} })
  expect(status).toBe(200)
  return body.data as EmbedData
}
const ingest = (body: object) => world.ingest(feedKey, body)
const cover = () => world.cover(feedKey)
const signIn = async () => {
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer(), permissions })
  admin = await world.person({ role: 'Admin', customerId, permissions })
}

beforeAll(async () => {
  world = await testHouse({ clock })
  customerId = await world.customer(permissions)
  await signIn()
  groupId = (await asked(addGroup, { body: { name: 'Grounds' } })).userGroup.id
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId, permissions })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer(), permissions })
  const place = { name: 'Norman Stadium', address: 'Norman, OK', ...norman, riskProfileId: null }
  placeId = (await asked(addOrganizationLocation, { body: place })).organizationLocation.id
  await asked(addPolicy, { body: { ...lightning(1, 8), sites: [groupId] } })
  feedKey = (await asked(createFeedKey, { body: { name: 'Test', provesAbsence: true } }, support)).key
})
afterAll(() => world.close())

const lightning = (zone: 1 | 2, miles: number) => ({
  policyTypeShortName: `LR${zone}` as const,
  notificationActions: [],
  threshold: miles,
  allClearMinutes: 30,
  reAlertMinutes: 30,
  allGroups: false,
})

describe('a widget', () => {
  it('is created with the builder’s defaults, and listed for the people who may see it', async () => {
    const made = await make()
    expect(made).toMatchObject({
      name: 'Stadium',
      customerId,
      orgLocName: 'Norman Stadium',
      theme: 1,
      type: 0,
      primaryCondition: 0,
      width: 800,
      creatorId: admin.id,
      policies: [{ policyTypeShortName: 'LR1', threshold: 8, unit: 'mi', sites: [groupId] }],
      version: 1,
    })
    const params = { customerId: String(customerId) }
    for (const as of [admin, assistant, support])
      expect((await asked(listWidgetsOfCustomer, { params }, as)).map(({ id }) => id)).toContain(made.id)
    expect((await asked(listAllWidgets, {}, support)).map(({ id }) => id)).toContain(made.id)
    expect((await world.ask(getWidget, { params: { id: String(made.id) } }, stranger)).status).toBe(404)
    expect((await world.ask(listWidgetsOfCustomer, { params }, stranger)).status).toBe(404)
  })

  it('has an unguessable key in its URL', async () => {
    const keys = [keyOf(await make()), keyOf(await make())]
    for (const key of keys) expect(key).toMatch(/^[\w-]{22}$/)
    expect(keys[0]).not.toBe(keys[1])
  })

  it('requires a name and a group with a lightning radius, with the specification’s messages', async () => {
    const bare = (await asked(addGroup, { body: { name: 'Without policies' } })).userGroup.id
    expect(await errorsOf(createWidget, { body: { ...request(), name: ' ', customerId } })).toEqual({
      Name: ['Please enter a name for your widget.'],
    })
    expect(await errorsOf(createWidget, { body: { ...request(), policyGroupId: bare, customerId } })).toEqual(
      {
        PolicyGroupId: [
          'Lightning radius is required. Please select a group with a lightning radius policy.',
        ],
      },
    )
    expect(await errorsOf(createWidget, { body: { ...request(), width: 299, customerId } })).toHaveProperty(
      'Width',
    )
    const five = { widgetConditions: [0, 1, 2, 3, 4] as const }
    expect(
      await errorsOf(createWidget, {
        body: { ...request(), widgetConditions: [...five.widgetConditions], customerId },
      }),
    ).toHaveProperty('WidgetConditions')
  })

  it('uses nothing that belongs to another customer', async () => {
    const elsewhere = { name: 'Elsewhere', address: '', ...norman, riskProfileId: null }
    const theirs = await asked(addOrganizationLocation, { body: elsewhere }, stranger)
    const orgLocId = theirs.organizationLocation.id
    expect(await errorsOf(createWidget, { body: { ...request(), orgLocId, customerId } })).toHaveProperty(
      'OrgLocId',
    )
    const refused = await world.ask(createWidget, { body: { ...request(), customerId } }, stranger)
    expect(refused.status).toBe(404)
  })

  it('is changed only from the newest version, and otherwise returned as it is now', async () => {
    const made = await make({ name: 'Two tabs' })
    const params = { id: String(made.id) }
    const first = await asked(updateWidget, { params, body: { ...request(), name: 'First', version: 1 } })
    expect(first).toMatchObject({ name: 'First', version: 2 })
    const late = await world.ask(
      updateWidget,
      { params, body: { ...request(), name: 'Late', version: 1 } },
      admin,
    )
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ current: { name: 'First', version: 2 } })
  })

  it('keeps only a small set of HTML in its message', async () => {
    const headerMessage = '<b>Closed</b><script>alert(1)</script><img src=x onerror=y>'
    const made = await make({ headerMessage })
    expect(made.headerMessage).toBe('<b>Closed</b>')
    expect((await embedded(made)).headerMessage).toBe('<b>Closed</b>')
  })

  it('shows its message until it expires', async () => {
    const headerMessageExpiration = new Date(clock.now().getTime() - 1000).toISOString()
    const made = await make({ headerMessage: 'Closed', headerMessageExpiration })
    expect((await embedded(made)).headerMessage).toBeNull()
  })

  it('prevents deleting its group and its location, until it is deleted itself', async () => {
    const own = (await asked(addGroup, { body: { name: 'Of a widget' } })).userGroup.id
    await asked(addPolicy, { body: { ...lightning(1, 6), sites: [own] } })
    const place = { name: 'Pool', address: '', ...norman, riskProfileId: null }
    const orgLocId = (await asked(addOrganizationLocation, { body: place })).organizationLocation.id
    const made = await make({ policyGroupId: own, orgLocId })
    const removeGroup = () => world.ask(deleteGroup, { params: { id: String(own) } }, admin)
    const removePlace = () =>
      world.ask(deleteOrganizationLocation, { params: { id: String(orgLocId) } }, admin)
    expect((await removeGroup()).body.responseException?.message).toContain('A widget uses this group')
    expect((await removePlace()).body.responseException?.message).toContain('A widget shows this location')
    await asked(deleteWidget, { params: { id: String(made.id) } })
    expect((await removeGroup()).status).toBe(200)
    expect((await removePlace()).status).toBe(200)
    expect((await world.ask(embedWidget, { params: { key: keyOf(made) }, query: {} })).status).toBe(404)
  })

  it('is built by an Assistant Admin only within their own group', async () => {
    const other = (await asked(addGroup, { body: { name: 'Pools' } })).userGroup.id
    await asked(addPolicy, { body: { ...lightning(1, 7), sites: [other] } })
    const theirs = await make({ policyGroupId: other })
    const id = { params: { id: String(theirs.id) } }
    expect((await world.ask(getWidget, id, assistant)).status).toBe(404)
    expect((await world.ask(deleteWidget, id, assistant)).status).toBe(404)
    expect(
      await errorsOf(createWidget, { body: { ...request(), policyGroupId: other, customerId } }, assistant),
    ).toHaveProperty('PolicyGroupId')
    const choices = await asked(widgetChoices, { params: { customerId: String(customerId) } }, assistant)
    expect(choices.groups.map(group => group.id)).toEqual([groupId])
  })

  it('is limited to 200, even with concurrent requests', async () => {
    const full = await world.customer(permissions)
    const owner = await world.person({ role: 'Admin', customerId: full, permissions })
    const group = (await asked(addGroup, { body: { name: 'Grounds' } }, owner)).userGroup.id
    await asked(addPolicy, { body: { ...lightning(1, 8), sites: [group] } }, owner)
    const place = { name: 'Field', address: '', ...norman, riskProfileId: null }
    const orgLocId = (await asked(addOrganizationLocation, { body: place }, owner)).organizationLocation.id
    await sql`insert into widgets (customer_id, key, name, organization_location_id, theme, type, primary_condition,
        user_group_id, created_at, updated_at)
      select ${full}, 'key ' || n, 'Widget ' || n, ${orgLocId}, 1, 0, 0, ${group}, now(), now()
      from generate_series(1, 199) n`.execute(world.house.store.db)
    const body = { name: 'Last', orgLocId, policyGroupId: group, customerId: full }
    const answers = await Promise.all([1, 2, 3].map(() => world.ask(createWidget, { body }, owner)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('has an audit log entry for every action on it', async () => {
    const made = await make({ name: 'On record' })
    await asked(updateWidget, {
      params: { id: String(made.id) },
      body: { ...request(), name: 'On record 2' },
    })
    await asked(deleteWidget, { params: { id: String(made.id) } })
    const acts = await readActs(world.house.store.db, customerId, { count: 3 })
    expect(acts.map(({ action }) => action)).toEqual(['widget deleted', 'widget changed', 'widget added'])
  })
})

describe('sharing a widget', () => {
  it('sends the embed code, up to an hourly limit', async () => {
    const made = await make({ name: 'Shared' })
    const sharer = await world.person({ role: 'Admin', customerId, permissions })
    const share = () =>
      world.ask(shareWidget, { body: { recipient: 'web@school.test', widgetId: made.id } }, sharer)
    expect((await share()).body.data).toBe('Email sent!')
    const { rows } = await sql<{ recipient: string; subject: string }>`
      select recipient, subject from outbox where recipient = 'web@school.test'`.execute(world.house.store.db)
    expect(rows).toEqual([{ recipient: 'web@school.test', subject: 'Weather widget: Shared' }])
    const rest = await Promise.all(Array.from({ length: mostSharesPerHour }, share))
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(mostSharesPerHour - 1)
    expect(rest.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('a widget’s lightning state', () => {
  const stateOf = async (widget: Widget) =>
    (await embedded(widget)).rings.map(({ ring, state }) => `${ring} ${state}`)

  it('is Unknown until proven, All Clear inside a lease of 15 seconds, and a delay after a strike', async () => {
    const made = await make({ name: 'Live' })
    await vi.waitFor(async () => expect(await stateOf(made)).toEqual(['1 Unknown']), soon)
    await cover()
    await vi.waitFor(async () => expect(await stateOf(made)).toEqual(['1 AllClear']), soon)
    const reported = await embedded(made)
    expect(reported.validForMs).toBeLessThanOrEqual(15_000)
    expect(reported.validForMs).toBeGreaterThan(13_000)
    const time = clock.now().toISOString()
    await ingest({ strikes: [{ id: `w${++strikes}`, time, latitude: 35.25, longitude: -97.44 }] })
    expect(await stateOf(made)).toEqual(['1 Delay'])
    const { rings } = await embedded(made)
    expect(Date.parse(rings[0]?.endsAt ?? '')).toBe(Date.parse(time) + 30 * minuteMs)
    const preview = await asked(previewWidget, { body: { ...request(), name: '', customerId } })
    expect(preview.rings).toMatchObject([{ ring: 1, state: 'Delay' }])
  })

  it('follows its policies, and goes by 10 miles without a ring of theirs', async () => {
    const own = (await asked(addGroup, { body: { name: 'Two rings' } })).userGroup.id
    const first = await asked(addPolicy, { body: { ...lightning(1, 6), sites: [own] } })
    const place = { name: 'Apart', address: '', ...norman, riskProfileId: null }
    const orgLocId = (await asked(addOrganizationLocation, { body: place })).organizationLocation.id
    const made = await make({ policyGroupId: own, orgLocId })
    await asked(addPolicy, { body: { ...lightning(2, 12), sites: [own] } })
    await vi.waitFor(
      async () => expect((await embedded(made)).rings.map(({ ring }) => ring)).toEqual([1, 2]),
      soon,
    )
    await asked(deletePolicy, { params: { id: String(first.id) } })
    await vi.waitFor(
      async () => expect((await embedded(made)).rings[0]).toMatchObject({ ring: 1, radiusMiles: 10 }),
      soon,
    )
  })

  it('moves with its location', async () => {
    const place = { name: 'Wanderer', address: '', latitude: 10, longitude: 10, riskProfileId: null }
    const { organizationLocation } = await asked(addOrganizationLocation, { body: place })
    const made = await make({ orgLocId: organizationLocation.id })
    await cover()
    // No source covers this place in Africa.
    await vi.waitFor(async () => expect(await stateOf(made)).toEqual(['1 Unknown']), soon)
    const moved = { ...place, ...norman, id: organizationLocation.id, name: 'Back home' }
    await asked(updateOrganizationLocation, { body: moved })
    await vi.waitFor(async () => expect(await stateOf(made)).toEqual(['1 Delay']), soon)
    await vi.waitFor(async () => expect((await embedded(made)).locationName).toBe('Back home'), soon)
  })

  it('reveals nothing else about the customer', async () => {
    const made = await make({ name: 'Secret name', allowedSites: ['https://school.test'] })
    const text = JSON.stringify(await embedded(made))
    for (const hidden of ['Secret name', admin.id, 'school.test', `"customerId"`, 'latitude'])
      expect(text).not.toContain(hidden)
  })
})

describe('the page of a widget', () => {
  const pageOf = (key: string) => world.raw({ method: 'GET', url: `/embed/${key}` })

  it('may be framed by the named sites, and by every site if none is named', async () => {
    const open = await pageOf(keyOf(await make()))
    expect(open.headers['content-security-policy']).toContain('frame-ancestors *')
    const named = await pageOf(keyOf(await make({ allowedSites: ['www.School.test/fields'] })))
    expect(named.headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/www\.school\.test$/)
    expect(named.headers['x-frame-options']).toBeUndefined()
    expect(
      await errorsOf(createWidget, { body: { ...request(), customerId, allowedSites: ["'self'; x"] } }),
    ).toHaveProperty('AllowedSites')
  })

  it('sets no cookie, and leaves every other page of the server unframeable', async () => {
    const page = await pageOf(keyOf(await make()))
    expect(page.headers['set-cookie']).toBeUndefined()
    const docs = await world.raw({ method: 'GET', url: '/api/docs' })
    expect(docs.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(docs.headers['x-frame-options']).toBe('DENY')
  })
})
