import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'
import { registerDevice } from '#contract/devices/device-register'
import { listHardware } from '#contract/devices/hardware'
import { live } from '#contract/live'
import { createWebhook } from '#contract/messages/webhooks'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import { createFeedKey } from '#contract/weather/lightning'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import type { Clock } from '#server/platform/clock'
import type { TestStore } from '#server/platform/store/testing'
import type { ReceivedSpan } from '#server/platform/traces/collector.testing'
import { startReceiver } from '#server/rooms/integrations/receiver.testing'
import { createDevice } from '#simulator/devices/device'
import { passingTime } from '#simulator/devices/device-time'

export const soon = { timeout: 45_000, interval: 50 }
export const stadium = { latitude: 35.2226, longitude: -97.4395 }

/** Starts a mail server that rejects for a while, with an answer that names the recipient. */
export async function startMail() {
  const mail = { rejections: 0, received: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        const [to] = session.envelope.rcptTo
        if (mail.rejections-- > 0)
          return done(Object.assign(new Error(`4.7.1 <${to?.address}> try later`), { responseCode: 451 }))
        mail.received++
        return done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    mail,
    url: `smtp://127.0.0.1:${port}?tls=off`,
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

/**
 * Starts two processes on one database, as `SKYWARDEN_RUN` divides them: the office serves people and feeds, the field
 * keeps records, sends messages and has the device listener.
 */
export async function openOfficeAndField(
  store: TestStore,
  clock: Clock,
  environment: Readonly<Record<string, string>>,
) {
  const open = (runs: string) =>
    testHouse({
      store,
      clock,
      listen: true,
      environment: {
        BASE_URL: 'http://localhost:8080',
        SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8',
        SKYWARDEN_RUN: runs,
        ...environment,
      },
    })
  const field = await open('engines,feeds,gateway')
  const office = await open('api')
  return { field, office }
}

/** Adds an organization with a place, a siren there, a webhook, and an administrator who watches the dashboard. */
export async function moveIn({ office, field }: { office: TestHouse; field: TestHouse }, clock: Clock) {
  const support = await office.person({ role: 'SuperAdmin', customerId: await office.customer() })
  const permissions = ['read:integrations', 'write:integrations', 'massnotify.access'] as const
  const customerId = await office.customer(permissions)
  const admin = await office.person({ role: 'Admin', customerId, permissions })
  const { key: feedKey } = await office.reply(
    createFeedKey,
    { body: { name: 'A network', provesAbsence: true } },
    support,
  )
  const place = { name: 'Norman Stadium', address: 'Norman, OK', ...stadium, riskProfileId: null }
  const { organizationLocation } = await office.reply(addOrganizationLocation, { body: place }, admin)
  const organizationLocationId = organizationLocation.id
  const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30 }
  await office.reply(
    addLocation,
    { body: { label: 'Norman Stadium', ...stadium, ...rings, organizationLocationId } },
    admin,
  )
  const receiver = await startReceiver()
  const hook = { name: 'Scoreboard', url: receiver.url, events: ['DELAY' as const] }
  await office.reply(createWebhook, { body: hook }, admin)
  const siren = await connectSiren({ office, field }, clock, { support, admin, organizationLocationId })
  const screen = await watch(office, admin)
  await office.cover(feedKey)
  return {
    admin,
    customerId,
    feedKey,
    async close() {
      screen.destroy()
      await siren.stop()
      await receiver.close()
    },
  }
}

async function connectSiren(
  { office, field }: { office: TestHouse; field: TestHouse },
  clock: Clock,
  of: { support: TestPerson; admin: TestPerson; organizationLocationId: number },
) {
  const { customerId } = of.admin
  const device = { customerId, device: 'ows-1', name: 'North goal', model: 'OWS' as const, ...stadium }
  const { organizationLocationId } = of
  const { key } = await office.reply(
    registerDevice,
    { body: { ...device, organizationLocationId } },
    of.support,
  )
  const { port } = field.house.http.server.address() as AddressInfo
  const siren = createDevice({
    customerId,
    device: 'ows-1',
    model: 'OWS',
    key: Buffer.from(key, 'base64url'),
    broker: `ws://127.0.0.1:${port}/mqtt`,
    time: passingTime(() => clock.now().getTime()),
    onSound: () => {},
  })
  await siren.start()
  await vi.waitFor(async () => {
    const [unit] = await office.reply(listHardware, {}, of.admin)
    expect(unit?.isOnline).toBe(true)
  }, soon)
  return siren
}

/** Opens a live stream, as a screen does. */
async function watch({ house }: TestHouse, { token }: TestPerson): Promise<ClientRequest> {
  const { port } = house.http.server.address() as AddressInfo
  const asking = request({
    port,
    path: live.path,
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  })
  asking.on('error', () => {}) // ended by the test
  asking.end()
  const [reply] = (await once(asking, 'response')) as [NodeJS.ReadableStream]
  await once(reply, 'data')
  reply.resume()
  return asking
}

/** Returns a trace as people see it: each span below its parent, in chronological order. */
export function treeOf(spans: readonly ReceivedSpan[]): string[] {
  const below = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .toSorted((one, other) => one.startMs - other.startMs || one.endMs - other.endMs)
      .flatMap(span => [`${'  '.repeat(depth)}${span.name}`, ...below(span.spanId, depth + 1)])
  return below(undefined, 0)
}

export const tracesIn = (spans: readonly ReceivedSpan[]) => Map.groupBy(spans, ({ traceId }) => traceId)
