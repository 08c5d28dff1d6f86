import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { registerDevice } from '#contract/devices/device-register'
import { listHardware } from '#contract/devices/hardware'
import { createFeedKey } from '#contract/weather/lightning'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import { listOutbox } from '#contract/messages/outbox'
import { createCapFeed } from '#contract/places/place-feeds'
import { getStatus, makeReal } from '#contract/status'
import { createWebhook, listWebhookDeliveries, testWebhook } from '#contract/messages/webhooks'
import type { Sound } from '#domain/hardware/obey-memory'
import { backupCommands } from '#server/admin/backup'
import { readArguments } from '#server/admin/command'
import { readConfig } from '#server/config'
import { deviceTimeOf, norman, soundsOf } from '#server/house/tests/hardware/sirens.testing'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { verifyChains } from '#server/platform/verify-audit'
import { minuteMs, systemClock } from '#server/platform/clock'
import { middleOfADay, shiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freePort } from '#server/platform/free-port.testing'
import { emptyStore, freshStore, type TestStore } from '#server/platform/store/testing'
import { startReceiver, type Receiver } from '#server/rooms/integrations/receiver.testing'
import { createDevice, type SimulatedDevice } from '#simulator/devices/device'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-rehearsal-'))
const clock = shiftedClock(middleOfADay)
const soon = { timeout: 20_000, interval: 100 }
const mails: string[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (part: Buffer) => (text += part.toString()))
    stream.on('end', () => {
      mails.push(text)
      done()
    })
  },
})
let receiver: Receiver
let original: TestStore
let restored: TestStore
let copy: TestHouse
let beside: TestHouse
let environment: Record<string, string>
let support: TestPerson
let admin: TestPerson
let feedKey: string
let hookId: number
let capAddress: string
let siren: SimulatedDevice
const received: Sound[] = []
let strikes = 0

const asked = <C extends Call>(world: TestHouse, call: C, input: Asked<C>, as = admin) =>
  world.reply(call, input, as)

async function type(line: string, store: Store) {
  const [name, ...args] = line.split(' ')
  const command = backupCommands.find(each => each.name === name)
  if (!command) throw new Error(`There is no command ${name}`)
  const config = readConfig({ DATA_DIR: join(folder, 'data'), SKYWARDEN_SECRET: testSecret })
  const reported: string[] = []
  await command.run(readArguments(command, args), {
    config,
    clock: systemClock,
    store: async () => store,
    storeAsItIs: async () => store,
    newStore: async () => store,
    print: text => reported.push(text),
  })
  return reported.join('\n')
}

async function lightning(world: TestHouse) {
  const now = clock.now()
  const coverage = [{ from: new Date(now.getTime() - 70 * minuteMs).toISOString(), to: now.toISOString() }]
  const one = { id: `s${++strikes}`, time: now.toISOString(), ...norman }
  expect((await world.ingest(feedKey, { coverage, strikes: [one] })).status).toBe(200)
}

const signIn = async (world: TestHouse) => {
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
}

beforeAll(async () => {
  const listening = mailServer.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  receiver = await startReceiver()
  environment = {
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}?tls=off`,
    SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8',
    SKYWARDEN_SECRET: testSecret,
    PORT: String(await freePort()), // the same for all, because tokens contain the server's address
  }
  original = await freshStore()
  const house = await testHouse({ clock, store: original, environment })
  const customerId = await house.customer(['read:integrations', 'write:integrations'])
  await signIn(house)
  admin = await house.person({ role: 'Admin', customerId })
  const key = { name: 'A network', provesAbsence: true } as const
  feedKey = (await asked(house, createFeedKey, { body: key }, support)).key
  const defined = { name: 'Stadium', address: 'Norman, OK', ...norman, riskProfileId: null }
  const { id: placeId } = (await asked(house, addOrganizationLocation, { body: defined }))
    .organizationLocation
  const location = {
    label: 'Stadium',
    locationName: 'Norman, OK',
    ...norman,
    organizationLocationId: placeId,
  }
  const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30, flags: 0 }
  await asked(house, addLocation, { body: { ...location, ...rings } })
  const hook = { name: 'Scoreboard', url: receiver.url, events: ['DELAY', 'ALL_CLEAR'] as const }
  hookId = (await asked(house, createWebhook, { body: { ...hook, events: [...hook.events] } })).id
  capAddress = (await asked(house, createCapFeed, { body: { organizationLocationId: placeId } })).address
  const unit = { customerId, device: 'siren', name: 'siren', model: 'OWS' as const, ...norman }
  const { key: deviceKey } = await asked(
    house,
    registerDevice,
    { body: { ...unit, organizationLocationId: placeId } },
    support,
  )
  expect((await house.raw({ url: '/readyz' })).body).not.toHaveProperty('rehearsal')
  await house.close()

  const file = join(folder, 'house.backup')
  await type(`backup ${file}`, original)
  restored = await emptyStore()
  expect(await type(`restore ${file}`, restored)).toContain('This is a rehearsal')
  copy = await testHouse({ clock, store: restored, environment, listen: true })
  beside = await testHouse({ clock, store: restored, environment })
  siren = createDevice({
    customerId,
    device: 'siren',
    model: 'OWS',
    key: Buffer.from(deviceKey, 'base64url'),
    broker: `${copy.baseUrl.replace('http', 'ws')}/mqtt`,
    time: deviceTimeOf(clock),
    onSound: sound => void received.push(sound),
  })
  await siren.start()
  await vi.waitFor(
    async () => expect(await asked(copy, listHardware, {})).toMatchObject([{ isOnline: true }]),
    soon,
  )
})
afterAll(async () => {
  await siren.stop()
  await beside.close()
  await copy.close()
  await receiver.close()
  await new Promise<void>(done => mailServer.close(() => done()))
  await Promise.all([original.close(), restored.close()])
  rmSync(folder, { recursive: true, force: true })
})

const outbox = async () =>
  (await asked(copy, listOutbox, { query: {} }, support)).filter(({ recipient }) => recipient === admin.email)

it('a restored server is marked as a rehearsal on every response, by /readyz, in metrics and on the status page', async () => {
  for (const world of [copy, beside]) {
    const { headers, body } = await world.raw({ url: '/readyz' })
    expect(headers['x-house']).toBe('rehearsal')
    expect(body).toMatchObject({ rehearsal: true })
  }
  expect((await copy.house.http.inject({ url: '/metrics' })).body).toContain('skywarden_rehearsal 1')
  const { rehearsal } = await asked(copy, getStatus, {}, support)
  expect(rehearsal?.because).toContain('It was restored from a backup created')
})

it('sends nothing out: no mail, no siren, no webhook; and shows that where people look for it', async () => {
  await lightning(copy)
  await asked(copy, testWebhook, { params: { id: String(hookId) } })
  await vi.waitFor(async () => {
    expect(await outbox()).toMatchObject([{ state: 'kept', lastError: 'Held: rehearsal' }])
    const log = await asked(copy, listWebhookDeliveries, { params: { id: String(hookId) }, query: {} })
    expect(log.map(({ type: kind, state, lastError }) => [kind, state, lastError]).sort()).toEqual([
      ['DELAY', 'failed', 'Held: rehearsal'],
      ['TEST', 'failed', 'Held: rehearsal'],
    ])
    const { rows } = await sql`select id from device_commands where act ->> 'kind' = 'warn'`.execute(
      restored.db,
    )
    expect(rows).not.toEqual([])
  }, soon)
  const feed = await copy.house.http.inject({ url: new URL(capAddress).pathname })
  expect(feed.body).toContain('<status>Exercise</status>')
  expect(feed.body).toContain('EXERCISE, rehearsal.')
  expect([mails, receiver.received, soundsOf(received)]).toEqual([[], [], []])
})

it('ends when a Super Admin ends it: every process sends again, nothing that was held, and what is still ongoing', async () => {
  const { rehearsal } = await asked(copy, getStatus, {}, support)
  const wrong = await beside.ask(makeReal, { body: { since: '2020-01-01T00:00:00.000Z' } }, support)
  expect(wrong.body.message ?? wrong.body.responseException?.message).toContain('already over')
  await asked(beside, makeReal, { body: { since: rehearsal?.since ?? '' } }, support)
  await vi.waitFor(async () => {
    for (const world of [copy, beside])
      expect((await world.raw({ url: '/readyz' })).body).not.toHaveProperty('rehearsal')
  }, soon)
  await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning']), soon)

  const { rows: acts } = await sql`
    select action from audit_log where action = 'rehearsal ended' and actor_id is not null`.execute(
    restored.db,
  )
  expect(acts).toHaveLength(1)
  expect(await verifyChains(restored.db)).toMatchObject({ faults: [] })

  await asked(copy, testWebhook, { params: { id: String(hookId) } })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon)
  // The delay continues, and no one has been notified of it yet.
  await vi.waitFor(async () => {
    expect(await outbox()).toMatchObject([
      { state: 'sent' },
      { state: 'failed', lastError: 'Held: rehearsal' },
    ])
  }, soon)
  expect(mails).toHaveLength(1)
})
