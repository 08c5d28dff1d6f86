import { getStatus, setFeedFault, type FeedStatus } from '#contract/status'
import type { Events } from '#server/events'
import { recordAct } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import { readiness, type ReadyCheck } from '#server/platform/http/health'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'

export interface StatusDeps {
  readonly db: Db
  readonly bus: Bus<Events>
  readonly checks: readonly ReadyCheck[]
}

type Health = Events['feed-health']

function wireFeed(health: Health): FeedStatus {
  const { feed, delivering, detail, lastDeliveryMs, fault } = health
  const lastDelivery = lastDeliveryMs === null ? null : new Date(lastDeliveryMs).toISOString()
  return { feed, delivering, detail, lastDelivery, fault }
}

/** Knows what every feed last said of itself. */
export function statusRoutes({ db, bus, checks }: StatusDeps): Served[] {
  const feeds = new Map<string, Health>()
  bus.hear('feed-health', health => void feeds.set(health.feed, health))

  return [
    serve(getStatus, async ({ now }) => ({
      asOf: now.toISOString(),
      checks: await readiness(checks),
      feeds: [...feeds.values()].map(wireFeed),
    })),

    serve(setFeedFault, async ({ caller, body, now, requestId }) => {
      const feed = feeds.get(body.feed)
      if (!feed || feed.fault === null) throw notFound('A simulated feed of this name')
      await db.transaction().execute(tx =>
        recordAct(
          tx,
          {
            by: caller,
            customerId: null,
            action: 'simulated feed told to fail or to work',
            target: body.feed,
            before: { fault: feed.fault },
            after: { fault: body.fault },
            requestId,
          },
          now,
        ),
      )
      feeds.set(feed.feed, { ...feed, fault: body.fault })
      bus.say('feed-fault-wanted', body)
      return null
    }),
  ]
}
