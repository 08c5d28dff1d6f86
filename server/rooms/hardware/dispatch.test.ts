import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { DeviceCommand } from '#domain/hardware/command'
import type { Facts } from '#server/facts'
import { commitFacts, type Changes } from '#server/platform/changes/index'
import { later, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { silentLog } from '#server/platform/log'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { CommandDispatcher, type CommandDispatchDeps } from './dispatch.ts'
import { giveCommand } from './give-command.ts'
import { listDeviceRows, type DeviceRow } from './store/devices.ts'

let store: Store
let devices: DeviceRow[]
let dispatcher: CommandDispatcher
let sent: DeviceCommand[]
const clock = shiftedClock()
/** What each device waits for before it accepts a command. */
const slow = new Map<string, Promise<void>>()

beforeAll(async () => {
  store = await freshStore()
  await sql`
    with customer as (insert into customers (name, created_at) values ('A town', now()) returning id)
    insert into devices (customer_id, device, model, name, latitude, longitude, time_zone, sealed_key, key_changed_at,
      is_online, created_at, updated_at)
    select id, 'siren-' || n, 'OWS', 'Siren ' || n, 35, -97, 'America/Chicago', 'key', now(), true, now(), now()
    from customer, generate_series(1, 3) as n`.execute(store.db)
  devices = await listDeviceRows(store.db, 'system')
})
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate device_commands`.execute(store.db)
  slow.clear()
  sent = []
  dispatcher = new CommandDispatcher()
})

const commit: Changes<Facts>['commit'] = work => commitFacts(store.db, clock, work)
const deps = (): CommandDispatchDeps => ({
  db: store.db,
  clock,
  log: silentLog,
  secrets: { open: () => Buffer.alloc(32).toString('base64url') },
  changes: { commit: commit },
  send: async (command, { device }) => {
    await slow.get(device)
    sent.push(command)
  },
})
async function tell(device: DeviceRow | undefined) {
  if (!device) throw new Error('There is no such device')
  const request = { act: { kind: 'stop test' }, because: 'Test', by: 'system' } as const
  return commit(tx => giveCommand(tx, device, request, clock.now()))
}
/** Each counter is listed once, because on a busy machine unanswered commands are sent again. */
const countersOf = (device: string) => [
  ...new Set(sent.filter(each => each.device === device).map(each => each.counter)),
]

it('does not delay other devices when one accepts nothing', async () => {
  const [first, second, third] = devices
  slow.set('siren-1', new Promise(() => {}))
  for (const device of [first, second, third]) await tell(device)
  const run = dispatcher.send(deps())
  await vi.waitFor(
    () => expect([...new Set(sent.map(each => each.device))].toSorted()).toEqual(['siren-2', 'siren-3']),
    10_000,
  )
  await run // finishes even though the first device has accepted nothing yet
  await tell(second)
  await dispatcher.send(deps())
  expect(countersOf('siren-2')).toHaveLength(2)
})

it('sends a device’s commands in counter order, even while the first is in progress', async () => {
  let take = () => {}
  slow.set('siren-1', new Promise(resolve => (take = resolve)))
  await tell(devices[0])
  await dispatcher.send(deps())
  slow.delete('siren-1')
  await tell(devices[0])
  await tell(devices[0])
  await dispatcher.send(deps())
  expect(sent).toEqual([])
  take()
  await vi.waitFor(() => expect(countersOf('siren-1')).toHaveLength(1), 10_000)
  await vi.waitFor(async () => {
    await dispatcher.send(deps())
    expect(countersOf('siren-1')).toHaveLength(3)
  }, 10_000)
  const counters = countersOf('siren-1')
  expect(counters).toEqual(counters.toSorted((one, other) => one - other))
})

it('repeats unanswered commands, with the session the device announced since', async () => {
  await tell(devices[0])
  await dispatcher.send(deps())
  expect(sent[0]).toMatchObject({ clockAheadMs: 0 })
  const heardAt = later(clock.now(), secondMs)
  await sql`update devices set session = 'a-session-of-its-own', session_heard_at = ${heardAt}
    where device = 'siren-1'`.execute(store.db)
  clock.advance(3 * secondMs)
  await dispatcher.send(deps())
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({
    id: sent[0]?.id,
    session: { id: 'a-session-of-its-own', heardMs: heardAt.getTime() },
  })
})
