import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { addGroup } from '#contract/people/groups'
import { createFeedKey } from '#contract/weather/lightning'
import { addOrganizationLocation } from '#contract/places/locations'
import { addPolicy } from '#contract/places/policy-changes'
import {
  createWidget,
  deleteWidget,
  embedWidget,
  updateWidget,
  type EmbedData,
} from '#contract/messages/widgets'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'

/** Two processes on one database: a widget is built in one and viewed in the other. */
let store: TestStore
let built: TestHouse
let looked: TestHouse
let admin: TestPerson
let feedKey: string

const norman = { latitude: 35.2226, longitude: -97.4395 }
const soon = { timeout: 20_000, interval: 100 }
const open = () => testHouse({ store, environment: { BASE_URL: 'http://localhost:8080' } })

const asked = <C extends Call>(call: C, input: Asked<C>, as = admin) => built.reply(call, input, as)
const look = (key: string) => looked.ask(embedWidget, { params: { key }, query: {} })

beforeAll(async () => {
  store = await freshStore()
  built = await open()
  looked = await open()
  const permissions = ['widget.access'] as const
  const support = await built.person({ role: 'SuperAdmin', customerId: await built.customer() })
  admin = await built.person({ role: 'Admin', customerId: await built.customer(permissions), permissions })
  feedKey = (await asked(createFeedKey, { body: { name: 'Test', provesAbsence: true } }, support)).key
})
afterAll(async () => {
  await looked.close()
  await built.close()
  await store.close()
})

it('appears at once in the other process, shows strikes that this one received, follows its edits, and disappears', async () => {
  const policyGroupId = (await asked(addGroup, { body: { name: 'Grounds' } })).userGroup.id
  const policy = {
    policyTypeShortName: 'LR1',
    threshold: 8,
    allClearMinutes: 30,
    reAlertMinutes: 30,
    allGroups: true,
    sites: [],
    notificationActions: [],
  } as const
  await asked(addPolicy, { body: { ...policy, sites: [], notificationActions: [] } })
  const place = { name: 'Field', address: '', ...norman, riskProfileId: null }
  const orgLocId = (await asked(addOrganizationLocation, { body: place })).organizationLocation.id
  const request = { name: 'Two', orgLocId, policyGroupId }
  const widget = await asked(createWidget, { body: { ...request, customerId: admin.customerId } })
  const key = widget.embedUrl.split('/').at(-1) ?? ''
  expect((await look(key)).status).toBe(200)

  const stateOf = async () => ((await look(key)).body.data as EmbedData).rings.map(({ state }) => state)
  await built.cover(feedKey)
  await vi.waitFor(async () => expect(await stateOf()).toEqual(['AllClear']), soon)
  await built.ingest(feedKey, { strikes: [{ id: 'one', time: new Date().toISOString(), ...norman }] })
  await vi.waitFor(async () => expect(await stateOf()).toEqual(['Delay']), soon)

  const params = { id: String(widget.id) }
  await asked(updateWidget, { params, body: { ...request, allowedSites: ['https://school.test'] } })
  await vi.waitFor(async () => {
    const page = await looked.raw({ method: 'GET', url: `/embed/${key}` })
    expect(page.headers['content-security-policy']).toContain('frame-ancestors https://school.test')
  }, soon)
  await asked(deleteWidget, { params })
  await vi.waitFor(async () => expect((await look(key)).status).toBe(404), soon)
})
