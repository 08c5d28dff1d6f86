import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testNotification } from '#contract/messages/notification-settings'
import { addLocation } from '#contract/places/locations'
import { ingestStrikes } from '#contract/weather/lightning'
import type { ServerProcess } from '#server/house/process.testing'
import { ask, openProcessGroup, type ProcessGroup } from '#server/house/tests/two-processes/processes.testing'
import { startCollector, type Collector } from '#server/platform/traces/collector.testing'
import { soon, tracesIn, treeOf } from './traces.testing.ts'

/** Separate processes: one serves people and feeds, the other keeps records and is killed. */
let group: ProcessGroup
let collector: Collector
let desk: ServerProcess
let engine: ServerProcess
let token: string
let key: string

const home = { latitude: 38.5, longitude: -98.5 }
const start = (name: string, runs: string) =>
  group.start(name, { SKYWARDEN_RUN: runs, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
const strike = (id: string) => ({ id, time: new Date().toISOString(), ...home })

beforeAll(async () => {
  collector = await startCollector()
  group = await openProcessGroup()
  engine = await start('engine', 'engines,feeds,gateway')
  desk = await start('desk', 'api')
  token = await group.token('admin@demo.test')
  key = await group.feedKey()
  const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30 }
  await ask(desk, addLocation, token, { body: { label: 'Home', ...home, ...rings } })
})
afterAll(async () => {
  await group.close()
  collector.close()
})

test('a strike whose leader is killed is one trace, completed by the next leader', async () => {
  await group.kill(engine)
  await ask(desk, ingestStrikes, key, { body: { strikes: [strike('orphan')] } })
  engine = await start('next-engine', 'engines,feeds,gateway')
  await vi.waitFor(() => {
    const [trace = []] = [...tracesIn(collector.spans).values()].filter(spans =>
      spans.some(({ name }) => name === 'strike'),
    )
    expect(treeOf(trace)).toEqual([
      'strike',
      '  strike stored',
      '  delay opened',
      '    notification',
      '      message',
      '        attempt',
    ])
    expect(new Set(trace.map(({ instance }) => instance)).size).toBe(2)
  }, soon)
})

test('nothing that is sent names one of the demo’s people, places or customers', async () => {
  const { rows } = await sql<{ text: string }>`
    select unnest(array[email, user_name, first_name, last_name, phone_number, id::text]) as text from users
    union select label from locations union select address from locations
    union select name from organization_locations union select name from customers
    union select device from devices union select name from devices
    union select subject from outbox union select message from notifications`.execute(group.db)
  const known = rows.flatMap(({ text }) => (text === null || text.trim() === '' ? [] : text))
  expect(known.length).toBeGreaterThan(30)
  const everything = collector.requests.map(({ body }) => body).join('\n')
  expect(known.filter(text => new RegExp(`\\b${RegExp.escape(text)}\\b`).test(everything))).toEqual([])
})

test('a stop does not wait for a collector that hangs', async () => {
  collector.mood = 'hanging'
  const before = collector.requests.length
  await ask(desk, testNotification, token)
  await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(before), soon)
  // A process that takes longer than 9.5 seconds gives up and exits with another code.
  expect(await Promise.all([desk.stop(), engine.stop()])).toEqual([0, 0])
})
