import { getStatus, setFeedFault, type FeedStatus } from '#contract/status'
import type { Events } from '#server/events'
import { recordAct } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import { readiness, type ReadyCheck } from '#server/platform/http/health'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'

export interface StatusDeps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly checks: readonly ReadyCheck[]
}

type Health = Events['feed-health']

/** Every feed says how it is at least every minute; one that says nothing for this long is not well. */
const silentAfterMs = 3 * minuteMs

function wireFeed({ health, heardMs }: Heard, now: Date): FeedStatus {
  const { feed, delivering, detail, lastDeliveryMs, fault } = health
  const lastDelivery = lastDeliveryMs === null ? null : new Date(lastDeliveryMs).toISOString()
  if (now.getTime() - heardMs <= silentAfterMs) return { feed, delivering, detail, lastDelivery, fault }
  return { feed, delivering: false, detail: 'Has not been heard for minutes', lastDelivery, fault }
}

interface Heard {
  readonly health: Health
  readonly heardMs: number
}

/** Knows what every feed last said of itself. */
export function statusRoutes({ db, clock, bus, checks }: StatusDeps): Served[] {
  const feeds = new Map<string, Heard>()
  bus.hear('feed-health', health => {
    feeds.set(health.feed, { health, heardMs: clock.now().getTime() })
  })

  return [
    serve(getStatus, async ({ now }) => ({
      asOf: now.toISOString(),
      checks: await readiness(checks),
      feeds: [...feeds.values()].map(heard => wireFeed(heard, now)),
    })),

    serve(setFeedFault, async ({ caller, body, now, requestId }) => {
      const heard = feeds.get(body.feed)
      if (!heard || heard.health.fault === null) throw notFound('A simulated feed of this name')
      await db.transaction().execute(tx =>
        recordAct(
          tx,
          {
            by: caller,
            customerId: null,
            action: 'simulated feed told to fail or to work',
            target: body.feed,
            before: { fault: heard.health.fault },
            after: { fault: body.fault },
            requestId,
          },
          now,
        ),
      )
      feeds.set(body.feed, { ...heard, health: { ...heard.health, fault: body.fault } })
      bus.say('feed-fault-wanted', body)
      return null
    }),
  ]
}
