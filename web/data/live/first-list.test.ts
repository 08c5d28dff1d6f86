import { onHeard, readHeard } from './delays.ts'
import { readPlace } from './place.ts'
import type { LiveEvent } from '#contract/live'
import type { Location } from '#contract/places/locations'
import type { PolicyWarning } from '#contract/places/warnings'
import { queryClient } from '#web/data/requests/client.ts'
import { askForLocationsAhead, locationsKey } from '#web/data/places/locations.ts'
import { warningsKey, warningsQuery } from '#web/data/policies/warnings.ts'
import { sendFirstRequests, takeFirstRequest } from '#web/session/first-requests.ts'
import { setSession } from '#web/session/store.ts'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

// Tests requests that are under way when the stream says that their data has changed.

vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('sessionStorage', {})
})

const place = (id: number): Location => ({
  id,
  label: `Place ${id}`,
  locationName: 'Norman, OK',
  latitude: 35,
  longitude: -97,
  radius1: 10,
  radius2: 20,
  radius3: 30,
  radius4: 0,
  allClearMinutes: 30,
  flags: 0,
  forecastLocation: false,
  organizationLocationId: null,
  type: 0,
  timeZone: 'America/Chicago',
  version: 1,
})

const asOf = '2026-11-19T01:00:00.000Z'
const silent = { item1: null, item2: null, item3: null, item4: null, statements: [], strikes: [] }
const snapshotOf = (...ids: number[]): LiveEvent => ({
  kind: 'snapshot',
  asOf,
  validForMs: 15_000,
  delays: ids.map(locationId => ({ ...silent, locationId, satellite: 'none' })),
})
const warning: PolicyWarning = {
  id: 1,
  locationId: 1,
  policyId: 1,
  policyName: 'Wind',
  policyDisplayName: 'Wind',
  policyTypeShortName: 'WIND',
  threatType: 1,
  thresholdValue: 40,
  isDesc: false,
  unit: 'mph',
  precision: 0,
  value: 45,
  startedTime: asOf,
  lastAlertTime: asOf,
  lastUpdateTime: asOf,
  allClearTime: null,
  allClearMinutes: 30,
  unsure: null,
  message: '',
}
const changed = (locationId: number): LiveEvent => ({ kind: 'locations-changed', asOf, locationId })

/** The requests made to the server. The test decides when to reply. */
const asked: { readonly path: string; readonly reply: (data: unknown) => void }[] = []
const askedFor = (path: string) => asked.filter(each => each.path === path)
let stream: ReadableStreamDefaultController<Uint8Array>
let leave = () => {}

function say(...events: readonly LiveEvent[]) {
  for (const event of events) stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 45_000 })
const listed = () => queryClient.getQueryData<Location[]>(locationsKey)?.map(({ id }) => id)

/** Imports the page's code, as happens a while after its first requests were sent. */
function begin() {
  void askForLocationsAhead()
  leave = onHeard(() => {})
}

let leases = 0

/** Waits until everything sent on the stream has been read. */
async function heard() {
  const at = new Date(Date.parse(asOf) + ++leases).toISOString()
  say({ kind: 'lease', asOf: at, validForMs: 15_000, coveredThrough: null })
  await soon(() => expect(readHeard().asOf).toBe(at))
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    if (path === '/api/live') {
      const body = new ReadableStream<Uint8Array>({ start: controller => void (stream = controller) })
      return Promise.resolve(new Response(body))
    }
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      asked.push({ path, reply: data => resolve(Response.json({ data })) })
    })
  })
  setSession({
    state: 'signed-in',
    token: 'mine',
    expires: Date.now() + 600_000,
    subject: 'me',
    name: 'Me',
    acting: false,
  })
  sendFirstRequests('/', 'mine')
})
afterEach(() => {
  leave()
  setSession({ state: 'unknown' })
})
afterAll(() => void vi.unstubAllGlobals())

test('a pending list is dropped when a place is removed, and requested again', async () => {
  say(snapshotOf(1, 2))
  begin()
  await heard()
  say(changed(2))
  await heard()
  askedFor('/api/location')[0]?.reply([place(1), place(2)])
  await heard()
  expect(listed()).toBeUndefined()

  void askForLocationsAhead() // Home renders
  await soon(() => expect(askedFor('/api/location')).toHaveLength(2))
  askedFor('/api/location')[1]?.reply([place(1)])
  await soon(() => expect(listed()).toEqual([1]))
})

test('a list that waited together with the removal of a place is requested again', async () => {
  askedFor('/api/location')[0]?.reply([place(1), place(2)])
  say(snapshotOf(1, 2), changed(2))
  begin()
  await heard()
  if (listed() === undefined) void askForLocationsAhead() // Home renders
  await soon(() => expect(askedFor('/api/location')).toHaveLength(2))
  askedFor('/api/location')[1]?.reply([place(1)])
  await soon(() => expect(listed()).toEqual([1]))
})

test('a list not yet taken when a place is removed is never taken', async () => {
  leave = onHeard(() => {})
  say(snapshotOf(1, 2), changed(2))
  await heard()
  expect(takeFirstRequest('/api/location', 'mine', undefined)).toBeUndefined()
})

test('the last state of a removed place is dropped, even if no new list arrives', async () => {
  begin()
  say(snapshotOf(1, 2))
  await heard()
  say(changed(1), { kind: 'locations-changed', asOf, locationId: 2, isRemoved: true })
  await heard()
  expect([...readHeard().delays.keys()]).toEqual([1])
  // The stream is alive, so the age of its last report says nothing about this place.
  expect(readPlace(place(2))).toMatchObject({ worst: { show: 'Unknown' }, asOf: null, lastWord: null })
})

test('a list from before the stream began is requested again if it names other places', async () => {
  begin()
  say(snapshotOf(1, 2)) // place 2 was added after the list was read and before the stream began
  await heard()
  askedFor('/api/location')[0]?.reply([place(1)])
  await soon(() => expect(askedFor('/api/location')).toHaveLength(2))
  askedFor('/api/location')[1]?.reply([place(2), place(1)])
  await soon(() => expect(listed()).toEqual([2, 1]))
  await heard()
  expect(askedFor('/api/location')).toHaveLength(2)
})

test('a list that names the same places as the stream is requested once', async () => {
  begin()
  say(snapshotOf(1, 2))
  askedFor('/api/location')[0]?.reply([place(2), place(1)])
  await soon(() => expect(listed()).toEqual([2, 1]))
  await heard()
  expect(askedFor('/api/location')).toHaveLength(1)
})

test('a reply from before a warning was opened does not hide it', async () => {
  begin()
  say(snapshotOf(1))
  void queryClient.prefetchQuery(warningsQuery(1))
  await soon(() => expect(askedFor('/api/policy/Warnings/1')).toHaveLength(1))
  say({ kind: 'warnings', asOf, locationId: 1, warnings: [warning] })
  await heard()
  askedFor('/api/policy/Warnings/1')[0]?.reply([])
  await heard()
  expect(queryClient.getQueryData(warningsKey(1))).toEqual([warning])
})
