import { randomUUID } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Bus, EventMap } from '#server/platform/bus'
import { dayMs, type Clock } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Log } from '#server/platform/log'
import { batchesToEnd, newestPosition } from '#server/platform/store/append-log'
import type { Db } from '#server/platform/store/index'
import {
  appendProducts,
  deleteProducts,
  productsAfter,
  productsAtOnce,
  productsKept,
  type Product,
} from './store.ts'

export interface RelayRule<Payload> {
  /**
   * Returns a key: an event replaces earlier events with the same key, so a process that starts later receives only the
   * newest event of each key. An event without a key replaces nothing.
   */
  readonly key?: (payload: Payload) => string
  /** How long the event is kept for processes that start later. */
  readonly keptMs: (key: string) => number
  /** True for events that are of no use to other processes. */
  readonly when?: () => boolean
}

/** The events that are relayed to other processes. */
export type Relayed<Events extends EventMap> = {
  readonly [Name in keyof Events & string]?: RelayRule<Events[Name]>
}

export interface Relay {
  /** Returns whether an event came from another process, which has already stored it. */
  isRelayed(payload: object): boolean
  /** Starts relaying events of this process. Call it after all other subscribers have subscribed. */
  start(): void
  /** Publishes here what was published in other processes. */
  readOn(): Promise<void>
  tidyUp(): Promise<void>
}

export interface RelayDeps<Events extends EventMap> {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly doorbell: Doorbell
  readonly relayed: Relayed<Events>
  /** Simulated and real weather never mix: each process reads only its own kind. */
  readonly simulated: boolean
}

/** How long to keep an event that this process does not know, from a process of another version. */
const strangeKeptMs = dayMs

/** For a single process: nothing to relay. */
export const noRelay: Relay = {
  isRelayed: () => false,
  start: () => {},
  readOn: async () => {},
  tidyUp: async () => {},
}

/**
 * Relays what feeds deliver in one process to all others: fetched or rendered once, stored in the database, and
 * published on every other bus. A lost event is published again by its feed, as on the bus itself. An event that is
 * published only once has a key, and is written again until it is stored.
 *
 * Open it before the rooms load stored data: events published meanwhile are then received, not lost.
 */
export async function openRelay<Events extends EventMap>(deps: RelayDeps<Events>): Promise<Relay> {
  const { db, clock, log, bus, doorbell, relayed, simulated } = deps
  type Name = keyof Events & string
  const origin = randomUUID()
  const received = new WeakSet<object>()
  const unwritten = new Map<string, Product>()
  const since = await newestPosition(db, 'products')
  let readThrough = 0

  const isOver = ({ name, key, at }: Pick<Product, 'name' | 'key' | 'at'>) => {
    const keptMs = relayed[name as Name]?.keptMs(key ?? '') ?? strangeKeptMs
    return clock.now().getTime() - at.getTime() > keptMs
  }

  async function write(product: Product) {
    await db.transaction().execute(tx => appendProducts(tx, [product]))
    doorbell.ringOthers('products')
  }

  async function pass<One extends Name>(name: One, payload: Events[One]) {
    const rule = relayed[name]
    if (!rule || received.has(payload as object) || rule.when?.() === false) return
    const key = rule.key?.(payload) ?? null
    const product = { name, key, origin, simulated, at: clock.now(), body: serialize(payload) }
    const slot = `${name} ${key}`
    unwritten.delete(slot) // this event is newer
    try {
      await write(product)
    } catch (error) {
      if (key !== null) unwritten.set(slot, product)
      throw error
    }
  }

  async function writeAgain() {
    for (const [slot, product] of unwritten) {
      if (!isOver(product)) await write(product)
      if (unwritten.get(slot) === product) unwritten.delete(slot)
    }
  }

  function publish(name: Name, position: number, body: Buffer) {
    try {
      const payload = deserialize(body) as Events[Name]
      received.add(payload as object)
      bus.publish(name, payload)
    } catch (error) {
      // The event was written by a version with another format; later rows may be fine.
      log.error({ err: error, name, position }, 'an event from another process cannot be read')
    }
  }

  return {
    isRelayed: payload => received.has(payload),
    start() {
      for (const name of Object.keys(relayed) as Name[]) bus.subscribe(name, payload => pass(name, payload))
    },
    async readOn() {
      await writeAgain()
      const readNext = () => productsAfter(db, readThrough, { since, except: origin, simulated })
      for await (const rows of batchesToEnd(productsAtOnce, readNext)) {
        for (const { position, body, ...row } of rows) {
          readThrough = position
          if (row.name in relayed && !isOver(row)) publish(row.name as Name, position, body)
        }
      }
    },
    async tidyUp() {
      const over = (await productsKept(db)).filter(isOver)
      await deleteProducts(
        db,
        over.map(({ position }) => position),
      )
    },
  }
}
