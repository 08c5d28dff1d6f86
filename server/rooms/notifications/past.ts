import type { Channel } from '#domain/notifications/recipient'
import { dayMs, hourMs, later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import type { Occasion } from './occasions/index.ts'
import { holdDeliveriesOf, rememberedAbout, type QueuedDelivery } from './past-store.ts'
import type { Kind } from './told-store.ts'

/** Older than this, what somebody was told is forgotten. */
const rememberedMs = 14 * dayMs
/** So much of it is looked at even if it is over: how long ago something was said last, and what is taken back. */
const recentMs = 3 * hourMs

/** Whoever has these last believes that it is over. */
export const closes = (kind: Kind) => kind === 'ended' || kind === 'cancelled'

const keyOf = ({ userId, topic }: Pick<Occasion, 'userId' | 'topic'>) => `${userId} ${topic}`

/** Whether a delivery has reached its person, or may have. */
function mayHaveReached({ state, attempts }: QueuedDelivery): boolean {
  if (state === 'waiting' || state === 'superseded') return attempts > 0
  // The last time that it was taken up it was too late to try.
  return state === 'expired' ? attempts > 1 : state !== 'failed'
}

const hasReached = ({ state }: QueuedDelivery) =>
  state === 'sent' || state === 'delivered' || state === 'kept'

interface Told {
  readonly event: string
  readonly kind: Kind
  readonly atMs: number
  readonly mayHaveReached: readonly Channel[]
  readonly hasReached: readonly Channel[]
}

/** What people have heard about topics: what was told before, and what this batch tells. */
export class Past {
  readonly #told = new Map<string, Told[]>()

  static async load(tx: Tx, topics: ReadonlySet<string>, now: Date): Promise<Past> {
    const rows = await rememberedAbout(tx, 'system', [...topics], {
      since: later(now, -rememberedMs),
      recent: later(now, -recentMs),
    })
    const held = await holdDeliveriesOf(
      tx,
      'system',
      rows.map(({ id }) => id),
    )
    const byNotification = Map.groupBy(held, each => each.notification_id)
    const past = new Past()
    for (const { id, user_id: userId, topic, event, kind, created_at } of rows) {
      const deliveries = byNotification.get(id) ?? []
      const channelsOf = (those: typeof deliveries) => those.map(({ channel }) => channel)
      past.add(
        { userId, topic },
        {
          event,
          kind,
          atMs: created_at.getTime(),
          mayHaveReached: channelsOf(deliveries.filter(mayHaveReached)),
          hasReached: channelsOf(deliveries.filter(hasReached)),
        },
      )
    }
    return past
  }

  add(about: Pick<Occasion, 'userId' | 'topic'>, told: Told) {
    const key = keyOf(about)
    const known = this.#told.get(key)
    if (known) known.push(told)
    else this.#told.set(key, [told])
  }

  #of(about: Pick<Occasion, 'userId' | 'topic'>): readonly Told[] {
    return this.#told.get(keyOf(about)) ?? []
  }

  /** Whether somebody was told last that there is danger. */
  standsTold(about: Pick<Occasion, 'userId' | 'topic'>): boolean {
    const last = this.#of(about).at(-1)
    return last !== undefined && !closes(last.kind)
  }

  lastToldMs(occasion: Occasion): number | undefined {
    return this.#of(occasion).findLast(({ kind }) => !closes(kind))?.atMs
  }

  wasTold(occasion: Occasion): boolean {
    return this.#of(occasion).some(({ kind }) => !closes(kind))
  }

  /** Whether the all clear of a delay has, or may have, reached somebody. */
  allClearReached(occasion: Occasion, event: string): boolean {
    return this.#of(occasion).some(
      told => told.event === event && closes(told.kind) && told.mayHaveReached.length > 0,
    )
  }

  /**
   * The channels on which somebody may believe that there is danger, and that are to hear that it is over: a word of
   * danger counts if it may have come, one that it is over only if it has.
   */
  channelsInDanger(occasion: Occasion): Channel[] {
    const inDanger = new Set<Channel>()
    for (const told of this.#of(occasion)) {
      if (closes(told.kind)) for (const channel of told.hasReached) inDanger.delete(channel)
      else for (const channel of told.mayHaveReached) inDanger.add(channel)
    }
    return [...inDanger]
  }
}
