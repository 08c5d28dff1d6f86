import { serialize } from 'node:v8'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createBus, type Bus } from '#server/platform/bus'
import { hourMs, minuteMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { createDoorbell } from '#server/platform/doorbell/index'
import { silentLog } from '#server/platform/log'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { openRelay, type Relay, type Relayed } from './index.ts'

interface TestEvents {
  'list-heard': { readonly source: string; readonly names: readonly string[] }
  'reading-heard': { readonly value: number }
  'wished-for': { readonly what: string }
}

interface Process {
  readonly bus: Bus<TestEvents>
  readonly relay: Relay
  /** The events on the process's bus, in order. */
  readonly heard: unknown[]
  /** Whether this is the process that handles requests. */
  grants: boolean
}

let store: Store
let clock: ShiftedClock

async function open(log = silentLog): Promise<Process> {
  const { db } = store
  const bus = createBus<TestEvents>(silentLog)
  const relayed: Relayed<TestEvents> = {
    'list-heard': { key: ({ source }) => source, keptMs: () => hourMs },
    'reading-heard': { keptMs: () => minuteMs },
    'wished-for': { keptMs: () => minuteMs, when: () => !opened.grants },
  }
  const doorbell = createDoorbell(silentLog)
  const relay = await openRelay({ db, clock, log, bus, doorbell, relayed, simulated: false })
  const opened: Process = { bus, relay, heard: [], grants: false }
  for (const name of ['list-heard', 'reading-heard', 'wished-for'] as const)
    bus.subscribe(name, payload => void opened.heard.push(payload))
  relay.start()
  return opened
}

async function publish<Name extends keyof TestEvents>(
  { bus }: Process,
  name: Name,
  payload: TestEvents[Name],
) {
  bus.publish(name, payload)
  await bus.settled()
}
async function readOn({ relay, bus }: Process) {
  await relay.readOn()
  await bus.settled()
}
const list = (...names: string[]) => ({ source: 'one', names })
const rowsKept = async () => (await sql`select 1 from products`.execute(store.db)).rows.length

beforeAll(async () => void (store = await freshStore()))
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate products`.execute(store.db)
  clock = shiftedClock()
})

it('an event of one process reaches the other once, and is not relayed back', async () => {
  const [here, there] = [await open(), await open()]
  await publish(here, 'reading-heard', { value: 1 })
  await publish(here, 'list-heard', list('a'))
  for (const each of [there, there, here]) await readOn(each)
  expect(there.heard).toEqual([{ value: 1 }, list('a')])
  expect(here.heard).toHaveLength(2)
  expect(there.relay.isRelayed(there.heard[0] as object)).toBe(true)
  expect(here.relay.isRelayed(here.heard[0] as object)).toBe(false)
  expect(await rowsKept()).toBe(2)
})

it('a process that starts later receives the newest of each list, and no past events', async () => {
  const here = await open()
  await publish(here, 'reading-heard', { value: 1 })
  for (const name of ['a', 'b']) await publish(here, 'list-heard', list(name))
  const late = await open()
  await readOn(late)
  expect(late.heard).toEqual([list('b')])
})

it('receives events that arrive while a process is loading stored data', async () => {
  const here = await open()
  const there = await open() // its rooms load now
  await publish(here, 'reading-heard', { value: 7 })
  await readOn(there)
  expect(there.heard).toEqual([{ value: 7 }])
})

it('an outdated event is neither delivered nor kept', async () => {
  const here = await open()
  await publish(here, 'list-heard', list('a'))
  clock.advance(hourMs + 1)
  const late = await open()
  await readOn(late)
  expect(late.heard).toEqual([])
  await late.relay.tidyUp()
  expect(await rowsKept()).toBe(0)
})

it('reports a row that cannot be read, and continues with the next', async () => {
  const error = vi.fn<(about: object, text: string) => void>()
  const there = await open({ ...silentLog, error } as unknown as typeof silentLog)
  const insert = (name: string, body: Buffer) =>
    sql`insert into products (name, key, origin, simulated, at, body)
      values (${name}, null, 'somebody', false, ${clock.now()}, ${body})`.execute(store.db)
  await insert('reading-heard', Buffer.from('not what it should be'))
  await insert('told by a newer version', serialize({ value: 2 }))
  await insert('reading-heard', serialize({ value: 3 }))
  await readOn(there)
  expect(there.heard).toEqual([{ value: 3 }])
  expect(error).toHaveBeenCalledOnce()
})

it('writes a list that could not be stored once the database is back, unless a newer one was', async () => {
  const [here, there] = [await open(), await open()]
  await sql`alter table products rename to products_away`.execute(store.db)
  await publish(here, 'reading-heard', { value: 1 })
  await publish(here, 'list-heard', list('a'))
  await publish(here, 'list-heard', list('b'))
  await expect(here.relay.readOn()).rejects.toThrow('products')
  await sql`alter table products_away rename to products`.execute(store.db)
  await readOn(here)
  await readOn(here)
  await readOn(there)
  expect(there.heard).toEqual([list('b')])
})

it('relays a request only from a process that does not handle it', async () => {
  const [here, there] = [await open(), await open()]
  here.grants = true
  await publish(here, 'wished-for', { what: 'rain' })
  await publish(there, 'wished-for', { what: 'sun' })
  await readOn(here)
  await readOn(there)
  expect(here.heard).toEqual([{ what: 'rain' }, { what: 'sun' }])
  expect(there.heard).toEqual([{ what: 'sun' }])
})
