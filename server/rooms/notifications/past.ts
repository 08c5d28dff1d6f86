import type { Channel } from '#domain/notifications/recipient'
import { dayMs, hourMs, later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import type { Occasion } from './occasions/index.ts'
import { holdDeliveriesOf, rememberedAbout, type QueuedDelivery } from './store/past.ts'
import type { NotificationKind } from './store/notifications.ts'

/** Past notifications older than this are ignored. */
const rememberedMs = 14 * dayMs
/** Messages this recent are read even if the event is over, for the time of the last message and for withdrawals. */
const recentMs = 3 * hourMs

/** Whether a person who gets this kind of notification considers the danger over. */
export const closes = (kind: NotificationKind): boolean => kind === 'ended' || kind === 'cancelled'
/** Whether a person who gets this kind of notification considers the danger over for one ring of a place. */
export const closesRing = (kind: NotificationKind): boolean => closes(kind) || kind === 'ring clear'

type About = Pick<Occasion, 'userId' | 'topic'>
const keyOf = ({ userId, topic }: About) => `${userId} ${topic}`

/** Whether a delivery has or may have reached its person. If it is in progress, an attempt was made, so it may have. */
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
  /** Whether the delivery is still waiting to be sent. */
  readonly isPending: boolean
}

/** What people have received on topics: earlier notifications, and those of this batch. */
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

  add(about: About, notified: Told) {
    const key = keyOf(about)
    const known = this.#told.get(key)
    if (known) known.push(notified)
    else this.#told.set(key, [notified])
  }

  #of(about: About): readonly Told[] {
    return this.#told.get(keyOf(about)) ?? []
  }

  /** The rings whose last message to a person was danger; null where there are no rings. */
  standing(about: About): ReadonlySet<number | null> {
    const standing = new Set<number | null>()
    for (const { kind, ring } of this.#of(about)) {
      if (closes(kind)) standing.clear()
      else if (closesRing(kind)) standing.delete(ring)
      else standing.add(ring)
    }
    return standing
  }

  /** Whether a person is still waiting for the end: a queued end may yet arrive. */
  isOpen(about: About): boolean {
    const last = this.#of(about).at(-1)
    if (last === undefined || !closes(last.kind)) return last !== undefined
    return !last.isPending && this.channelsInDanger(about).length > 0
  }

  lastToldMs(about: About, ring: number | null): number | undefined {
    return this.#of(about).findLast(notified => !closesRing(notified.kind) && notified.ring === ring)?.atMs
  }

  /** Whether the last message about a place is an All Clear that has or may have arrived. */
  mayBelieveAllClear(about: About): boolean {
    const last = this.#of(about).at(-1)
    return last !== undefined && closes(last.kind) && last.mayHaveReached.length > 0
  }

  /**
   * The channels on which a person may still expect danger and must receive the end: a danger message counts if it may
   * have arrived, an end only if it has.
   */
  channelsInDanger(about: About): Channel[] {
    const inDanger = new Set<Channel>()
    for (const notified of this.#of(about)) {
      if (closes(notified.kind)) for (const channel of notified.hasReached) inDanger.delete(channel)
      else for (const channel of notified.mayHaveReached) inDanger.add(channel)
    }
    return [...inDanger]
  }
}
