import type { Channel } from '#domain/notifications/recipient'
import { dayMs, hourMs, later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import type { Occasion } from './occasions/index.ts'
import { holdDeliveriesOf, rememberedAbout, type QueuedDelivery } from './past-store.ts'
import type { NotificationKind } from './notification-store.ts'

/** Older than this, what somebody was told is forgotten. */
const rememberedMs = 14 * dayMs
/** So much of it is looked at even if it is over: how long ago something was said last, and what is taken back. */
const recentMs = 3 * hourMs

/** Whoever has these last believes that it is over. */
export const closes = (kind: NotificationKind): boolean => kind === 'ended' || kind === 'cancelled'
/** The same for one ring of a place. */
export const closesRing = (kind: NotificationKind): boolean => closes(kind) || kind === 'ring clear'

type About = Pick<Occasion, 'userId' | 'topic'>
const keyOf = ({ userId, topic }: About) => `${userId} ${topic}`

/** Whether a delivery has reached its person, or may have. What is under way counts as an attempt. */
function mayHaveReached({ state, attempts }: QueuedDelivery): boolean {
  const isUnknown = state === 'waiting' || state === 'superseded' || state === 'expired'
  return isUnknown ? attempts > 0 : state !== 'failed'
}

const hasReached = ({ state }: QueuedDelivery) =>
  state === 'sent' || state === 'delivered' || state === 'kept'

interface Told {
  readonly kind: NotificationKind
  readonly ring: number | null
  readonly atMs: number
  readonly mayHaveReached: readonly Channel[]
  readonly hasReached: readonly Channel[]
  /** Whether it still waits to be sent. */
  readonly isPending: boolean
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
    for (const { id, user_id: userId, topic, ring, kind, created_at } of rows) {
      const deliveries = byNotification.get(id) ?? []
      const channelsOf = (those: typeof deliveries) => those.map(({ channel }) => channel)
      past.add(
        { userId, topic },
        {
          kind,
          ring,
          atMs: created_at.getTime(),
          mayHaveReached: channelsOf(deliveries.filter(mayHaveReached)),
          hasReached: channelsOf(deliveries.filter(hasReached)),
          isPending: deliveries.some(({ state }) => state === 'waiting'),
        },
      )
    }
    return past
  }

  add(about: About, told: Told) {
    const key = keyOf(about)
    const known = this.#told.get(key)
    if (known) known.push(told)
    else this.#told.set(key, [told])
  }

  #of(about: About): readonly Told[] {
    return this.#told.get(keyOf(about)) ?? []
  }

  /** The rings of which somebody was told last that there is danger; null where there are no rings. */
  standing(about: About): ReadonlySet<number | null> {
    const standing = new Set<number | null>()
    for (const { kind, ring } of this.#of(about)) {
      if (closes(kind)) standing.clear()
      else if (closesRing(kind)) standing.delete(ring)
      else standing.add(ring)
    }
    return standing
  }

  /** Whether somebody waits to hear that it is over: what is about to say so may still come. */
  isOpen(about: About): boolean {
    const last = this.#of(about).at(-1)
    if (last === undefined || !closes(last.kind)) return last !== undefined
    return !last.isPending && this.channelsInDanger(about).length > 0
  }

  lastToldMs(about: About, ring: number | null): number | undefined {
    return this.#of(about).findLast(told => !closesRing(told.kind) && told.ring === ring)?.atMs
  }

  /** Whether the last word on a place is an all clear that has, or may have, reached somebody. */
  mayBelieveAllClear(about: About): boolean {
    const last = this.#of(about).at(-1)
    return last !== undefined && closes(last.kind) && last.mayHaveReached.length > 0
  }

  /**
   * The channels on which somebody may believe that there is danger, and that are to hear that it is over: a word of
   * danger counts if it may have come, one that it is over only if it has.
   */
  channelsInDanger(about: About): Channel[] {
    const inDanger = new Set<Channel>()
    for (const told of this.#of(about)) {
      if (closes(told.kind)) for (const channel of told.hasReached) inDanger.delete(channel)
      else for (const channel of told.mayHaveReached) inDanger.add(channel)
    }
    return [...inDanger]
  }
}
