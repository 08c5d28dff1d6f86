import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { trackEvents } from '#contract/people/analytics'
import { getCurrentUser } from '#contract/people/users'
import { countingOf } from '#domain/analytics/sampling'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { silentLog } from '#server/platform/log'
import { createForwarder } from './forward.ts'

const soon = { timeout: 45_000 }

interface Heard {
  readonly type: string
  readonly isRecorded: boolean
}

let collector: Server
let url: string
let received: Heard[]
let mood: 'well' | 'failing' | 'hanging'
let world: TestHouse
let admin: TestPerson

const visitWhich = (isRecorded: boolean) => {
  for (;;) {
    const sessionId = crypto.randomUUID()
    const session = { customerStatus: 'ACTIVE', isInternal: false, sessionId }
    if (countingOf(session).isRecorded === isRecorded) return sessionId
  }
}
const view = (route: string, visitId = visitWhich(false)) => ({
  body: { visitId, events: [{ name: 'page viewed' as const, route, isRecording: true }] },
})

beforeAll(async () => {
  collector = createServer((request, reply) => {
    void text(request).then(body => {
      if (mood === 'hanging') return
      if (mood === 'well') received.push(...(JSON.parse(body) as { events: Heard[] }).events)
      reply.writeHead(mood === 'well' ? 202 : 500).end()
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/events`
  world = await testHouse({ environment: { ANALYTICS_URL: url } })
  admin = await world.person({ role: 'Admin', customerId: await world.customer() })
})
beforeEach(() => {
  received = []
  mood = 'well'
})
afterAll(async () => {
  await world.close()
  collector.closeAllConnections()
  collector.close()
})

it('forwards who viewed which route, with ids only from the token', async () => {
  const visitId = visitWhich(false)
  const began = { name: 'session began' as const, route: '/Users', isRecording: true }
  const [viewed] = view('/Widgets/:customerId/:widgetId').body.events
  const { status } = await world.ask(
    trackEvents,
    { body: { visitId, events: [began, ...(viewed ? [viewed] : [])] } },
    admin,
  )
  expect(status).toBe(200)
  await vi.waitFor(() => expect(received).toHaveLength(2), soon)
  const same = {
    userId: admin.id,
    customerId: admin.customerId,
    customerStatus: 'ACTIVE',
    visitId,
    isRecorded: false,
    receivedAt: expect.any(String) as string,
  }
  expect(received).toEqual([
    { type: 'identify', event: 'session began', route: '/Users', ...same },
    { type: 'track', event: 'page viewed', route: '/Widgets/:customerId/:widgetId', ...same },
  ])
})

it('counts nothing for an inactive customer', async () => {
  const customerId = await world.customer()
  const person = await world.person({ role: 'Admin', customerId })
  await sql`update customers set status = 'SUSPENDED' where id = ${customerId}`.execute(world.house.store.db)
  const me = await world.ask(getCurrentUser, {}, person)
  expect((me.body.data as { isCounted: boolean }).isCounted).toBe(false)
  expect(me.headers['set-cookie']).toMatch(/^customer-status=; max-age=0;/)
  expect((await world.ask(trackEvents, view('/Users'), person)).status).toBe(200)
  // The next event arrives alone.
  await world.ask(trackEvents, view('/Policies'), admin)
  await vi.waitFor(() => expect(received).toMatchObject([{ route: '/Policies', userId: admin.id }]), soon)
})

it('marks events as part of a recording only for sampled sessions', async () => {
  await world.ask(trackEvents, view('/Users', visitWhich(true)), admin)
  await world.ask(trackEvents, view('/Users', visitWhich(false)), admin)
  await vi.waitFor(() => expect(received.map(({ isRecorded }) => isRecorded)).toEqual([true, false]), soon)
})

it.each(['/Historical/17', '/Users?name=Jo', 'Users', '//elsewhere', '/Locations/Norman Stadium'])(
  'rejects %j, which is not a route with named parameters',
  async route => {
    expect((await world.ask(trackEvents, view(route), admin)).status).toBe(400)
    expect(received).toEqual([])
  },
)

it('rejects more than twenty events, and unknown names', async () => {
  const { visitId, events } = view('/Users').body
  const many = Array.from({ length: 21 }, () => events).flat()
  expect((await world.ask(trackEvents, { body: { visitId, events: many } }, admin)).status).toBe(400)
  const unknown = { visitId, events: [{ ...events[0], name: 'typed' }] }
  const { status } = await world.ask(trackEvents, { body: unknown } as never, admin)
  expect(status).toBe(400)
})

it('is used by the web app only if there is a collector, and forwards nothing without one', async () => {
  const isCounted = async (of: TestHouse, person: TestPerson) =>
    ((await of.ask(getCurrentUser, {}, person)).body.data as { isCounted: boolean }).isCounted
  expect(await isCounted(world, admin)).toBe(true)
  const without = await testHouse()
  try {
    const person = await without.person({ role: 'Admin', customerId: await without.customer() })
    expect(await isCounted(without, person)).toBe(false)
    expect((await without.ask(trackEvents, view('/Users'), person)).status).toBe(200)
  } finally {
    await without.close()
  }
  expect(received).toEqual([])
})

const figuresOf = async ({ figures }: ReturnType<typeof createForwarder>) =>
  Object.fromEntries(
    await Promise.all(
      figures.map(
        async ({ name, read }) =>
          [name.replace('skywarden_analytics_', ''), (await read())[0]?.value] as const,
      ),
    ),
  )
const events = (count: number) => Array.from({ length: count }, (_, number) => ({ number }))

it('drops and counts events when the collector fails', async () => {
  mood = 'failing'
  const forwarder = createForwarder(url, silentLog)
  forwarder.offer(events(150))
  await vi.waitFor(
    async () => expect(await figuresOf(forwarder)).toEqual({ waiting: 0, sent: 0, dropped: 150 }),
    soon,
  )
  mood = 'well'
  forwarder.offer(events(3))
  await vi.waitFor(
    async () => expect(await figuresOf(forwarder)).toEqual({ waiting: 0, sent: 3, dropped: 150 }),
    soon,
  )
  await forwarder.stop()
})

it('a hanging collector delays no one, holds a thousand events at most, and is aborted', async () => {
  mood = 'hanging'
  const forwarder = createForwarder(url, silentLog, 300)
  forwarder.offer(events(100))
  forwarder.offer(events(1500))
  expect(await figuresOf(forwarder)).toEqual({ waiting: 1000, sent: 0, dropped: 500 })
  await vi.waitFor(
    async () => expect((await figuresOf(forwarder))['dropped']).toBeGreaterThanOrEqual(600),
    soon,
  )
  await forwarder.stop()
})

it('responds to people while the collector hangs', async () => {
  mood = 'hanging'
  for (let each = 0; each < 20; each++)
    expect((await world.ask(trackEvents, view('/Users'), admin)).status).toBe(200)
})
