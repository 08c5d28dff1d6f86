import { randomUUID } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Bus, EventMap } from '#server/platform/bus'
import { dayMs, type Clock } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import {
  appendProducts,
  deleteProducts,
  newestPosition,
  productsAfter,
  productsAtOnce,
  productsKept,
  type Product,
} from './store.ts'

export interface RelayRule<Payload> {
  /** What an event replaces: whoever starts later hears the newest of each key. Without a key each is news of its own. */
  readonly key?: (payload: Payload) => string
  /** For how long it says something about now. */
  readonly keptMs: (key: string) => number
  /** Where others would have no use for it, it stays here. */
  readonly when?: () => boolean
}

/** Which events other processes hear too. */
export type Relayed<Events extends EventMap> = {
  readonly [Name in keyof Events & string]?: RelayRule<Events[Name]>
}

export interface Relay {
  /** Whether it came from another process: that one has written it down. */
  isRelayed(payload: object): boolean
  /** From now on others hear what is said here: after those who have begun to listen before. */
  start(): void
  /** Says here what was said elsewhere. */
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
  /** Simulated and real weather never mix: each is read by those alone who run on it. */
  readonly simulated: boolean
}

/** What a process of another version told, which is nothing to this one. */
const strangeKeptMs = dayMs

/** A house of one process: everything is said where it is heard. */
export const noRelay: Relay = {
  isRelayed: () => false,
  start: () => {},
  readOn: async () => {},
  tidyUp: async () => {},
}

/**
 * Lets all processes hear what feeds deliver to one of them: fetched or drawn once, kept in the database, and said again
 * on every other bus. News that are lost on the way are told anew by the feed, as on the bus itself. What is told once
 * has a key, and is written again until it is there.
 *
 * Opened before the rooms load what was written down: what is told while they do is heard then, not lost.
 */
export async function openRelay<Events extends EventMap>(deps: RelayDeps<Events>): Promise<Relay> {
  const { db, clock, log, bus, doorbell, relayed, simulated } = deps
  type Name = keyof Events & string
  const origin = randomUUID()
  const received = new WeakSet<object>()
  const unwritten = new Map<string, Product>()
  const since = await newestPosition(db)
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
    unwritten.delete(slot) // this one is newer
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

  function say(name: Name, position: number, body: Buffer) {
    try {
      const payload = deserialize(body) as Events[Name]
      received.add(payload as object)
      bus.say(name, payload)
    } catch (error) {
      // Written by a version that spells things in another way: what comes after it may be well.
      log.error({ err: error, name, position }, 'what another process told cannot be read')
    }
  }

  return {
    isRelayed: payload => received.has(payload),
    start() {
      for (const name of Object.keys(relayed) as Name[]) bus.hear(name, payload => pass(name, payload))
    },
    async readOn() {
      await writeAgain()
      for (;;) {
        const rows = await productsAfter(db, readThrough, { since, except: origin, simulated })
        for (const { position, body, ...row } of rows) {
          readThrough = position
          if (row.name in relayed && !isOver(row)) say(row.name as Name, position, body)
        }
        if (rows.length < productsAtOnce) return
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
