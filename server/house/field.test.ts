import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getStatus } from '#contract/status'
import { testHouse, type TestHouse } from '#server/house/testing'
import { systemClock } from '#server/platform/clock'
import { beginRehearsal, endRehearsal } from '#server/platform/rehearsal/index'
import type { Tx } from '#server/platform/store/index'
import { freshStore, type TestStore } from '#server/platform/store/testing'

let store: TestStore
let house: TestHouse | undefined
const soon = { timeout: 20_000, interval: 100 }

beforeEach(async () => {
  store = await freshStore()
})
afterEach(async () => {
  await house?.close()
  house = undefined
  await store.close()
})

const open = async (environment: Readonly<Record<string, string>> = {}) =>
  (house = await testHouse({ store, listen: true, environment }))

async function devicesCheck(of: TestHouse) {
  const as = await of.person({ role: 'SuperAdmin', customerId: await of.customer() })
  const { body } = await of.ask(getStatus, {}, as)
  const { checks } = body.data as { checks: { name: string; ready: boolean; detail: string }[] }
  return checks.find(({ name }) => name === 'devices')
}

it('opens the device listener as soon as it can, and reports meanwhile that it could not', async () => {
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'disk full'; end $$`.execute(store.db)
  await sql`create trigger refuse before update on devices
    for each statement execute function refuse()`.execute(store.db)
  const of = await open()
  await vi.waitFor(async () => {
    const check = await devicesCheck(of)
    expect(check).toEqual({
      name: 'devices',
      ready: false,
      detail: 'This process should accept devices but cannot: disk full',
    })
  }, soon)
  expect((await of.raw({ url: '/readyz' })).status).toBe(503)
  await sql`drop trigger refuse on devices`.execute(store.db)
  await vi.waitFor(async () => {
    const check = await devicesCheck(of)
    expect(check?.detail).toMatch(/^Devices can connect: a canary device connected \d+ s ago$/)
  }, soon)
})

it('detects a listener that is up but admits no device, by connecting through it', async () => {
  const of = (house = await testHouse({ store }))
  // A proxy in front of the server blocks all upgrades, which the server cannot detect.
  of.house.http.server.prependListener('upgrade', (_request, socket) => socket.destroy())
  await of.house.http.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitFor(async () => {
    const check = await devicesCheck(of)
    expect(check?.detail).toContain('A device could not connect over WebSocket: ')
    expect(check?.ready).toBe(false)
  }, soon)
})

it('is not ready if no process admits devices', async () => {
  const of = await open({ SKYWARDEN_RUN: 'api,engines,feeds' })
  await sql`insert into leases (name, holder, epoch, until)
    values ('gateway', gen_random_uuid()::text, 1, now() - interval '20 seconds')`.execute(store.db)
  const check = await devicesCheck(of)
  expect(check?.ready).toBe(false)
  expect(check?.detail).toMatch(
    /^No process has accepted devices for 2\d s. Check SKYWARDEN_RUN in all processes\.$/,
  )
})

it("does not use an operator's broker in a rehearsal, and connects when the server becomes real", async () => {
  let connections = 0
  const broker = createServer(socket => {
    connections++
    socket.on('error', () => {}).destroy()
  }).listen(0, '127.0.0.1')
  await once(broker, 'listening')
  try {
    const transact = <Result>(work: (tx: Tx) => Promise<Result>) => store.db.transaction().execute(work)
    await transact(tx => beginRehearsal(tx, 'A test.', systemClock.now()))
    const of = await open({ MQTT_URL: `mqtt://127.0.0.1:${(broker.address() as AddressInfo).port}` })
    await vi.waitFor(async () => {
      expect(await devicesCheck(of)).toMatchObject({
        ready: true,
        detail: 'Rehearsal: not connected to the device broker',
      })
    }, soon)
    expect(connections).toBe(0)
    await transact(tx => endRehearsal(tx, { by: 'system' }, systemClock.now()))
    await vi.waitFor(() => expect(connections).toBeGreaterThan(0), soon)
  } finally {
    broker.close()
  }
})
