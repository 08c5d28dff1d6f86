import { randomUUID } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Bus, EventMap } from '#server/platform/bus'
import { hourMs, later, minuteMs, type Clock } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Db } from '#server/platform/store/index'
import {
  appendProducts,
  deleteProductsBefore,
  newestPosition,
  productsAfter,
  productsAtOnce,
} from './store.ts'

/** Which events other processes hear too. The key says what an event replaces; without one each is news of its own. */
export type Relayed<Events extends EventMap> = {
  readonly [Name in keyof Events & string]?: (payload: Events[Name]) => string | null
}

export interface Relay {
  /** Whether it came from another process: that one has written it down. */
  isRelayed(payload: object): boolean
  /** From now on others hear what is said here: after those who have begun to listen before. */
  start(): Promise<void>
  /** Says here what was said elsewhere. */
  readOn(): Promise<void>
  tidyUp(): Promise<void>
}

export interface RelayDeps<Events extends EventMap> {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly doorbell: Doorbell
  readonly relayed: Relayed<Events>
  /** Simulated and real weather never mix: each is read by those alone who run on it. */
  readonly simulated: boolean
}

/** News that nobody has read for so long are read by nobody. */
const newsKeptMs = 10 * minuteMs
/** What was not told anew for so long says nothing about now. */
const newestKeptMs = 12 * hourMs

/** A house of one process: everything is said where it is heard. */
export const noRelay: Relay = {
  isRelayed: () => false,
  start: async () => {},
  readOn: async () => {},
  tidyUp: async () => {},
}

/**
 * Lets all processes hear what feeds deliver to one of them: fetched or drawn once, kept in the database, and said again
 * on every other bus. What is lost on the way is told anew by the feed, as on the bus itself.
 */
export function createRelay<Events extends EventMap>(deps: RelayDeps<Events>): Relay {
  const { db, clock, bus, doorbell, relayed, simulated } = deps
  const origin = randomUUID()
  const received = new WeakSet<object>()
  let since = 0
  let readThrough = 0

  async function pass<Name extends keyof Events & string>(name: Name, payload: Events[Name]) {
    if (received.has(payload as object)) return
    const key = relayed[name]?.(payload) ?? null
    const product = { name, key, origin, simulated, at: clock.now(), body: serialize(payload) }
    await db.transaction().execute(tx => appendProducts(tx, [product]))
    doorbell.ringOthers('products')
  }

  return {
    isRelayed: payload => received.has(payload),
    async start() {
      since = await newestPosition(db)
      for (const name of Object.keys(relayed) as (keyof Events & string)[])
        bus.hear(name, payload => pass(name, payload))
    },
    async readOn() {
      for (;;) {
        const rows = await productsAfter(db, readThrough, { since, except: origin, simulated })
        for (const { position, name, body } of rows) {
          readThrough = position
          if (!(name in relayed)) continue // of a newer version
          const payload = deserialize(body) as Events[keyof Events & string]
          received.add(payload as object)
          bus.say(name as keyof Events & string, payload)
        }
        if (rows.length < productsAtOnce) return
      }
    },
    async tidyUp() {
      const now = clock.now()
      await deleteProductsBefore(db, { news: later(now, -newsKeptMs), newest: later(now, -newestKeptMs) })
    },
  }
}
