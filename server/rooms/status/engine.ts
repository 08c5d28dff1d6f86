import type { Source } from '#domain/feeds/source'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Sources } from '#server/sources'

export type Health = Events['feed-health']

export interface Feed {
  readonly health: Health
  readonly source: Source | undefined
}

export interface StatusEngineDeps {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  readonly sources: Sources
  /** Returns the health of the sources that have a key, which do not report it themselves. */
  readonly keyFeeds: () => Promise<readonly Feed[]>
}

/** Every built-in feed reports its health at least every minute, so one that is silent for this long is unhealthy. */
const silentAfterMs = 3 * minuteMs
const watchEveryMs = 5 * secondMs

interface Reported {
  readonly health: Health
  readonly reportedMs: number
}

export interface StatusEngine {
  /** Returns the health of every feed. */
  feeds(now: Date): Promise<Feed[]>
  /** Returns what a built-in feed last reported. */
  reportOf(feed: string): Health | undefined
  /** Shows a simulated fault right away, until the feed itself reports it. */
  expectFault(feed: string, fault: Health['fault']): void
}

/** Tracks the health of every feed: built-in ones by their reports, those with a key by their deliveries. */
export function startStatusEngine(deps: StatusEngineDeps): StatusEngine {
  const { clock, log, bus, schedule, sources } = deps
  const reported = new Map<string, Reported>()
  bus.subscribe('feed-health', health => {
    reported.set(health.feed, { health, reportedMs: clock.now().getTime() })
  })

  async function feeds(now: Date): Promise<Feed[]> {
    const own = [...reported.values()].map(({ health, reportedMs }) => ({
      health:
        now.getTime() - reportedMs <= silentAfterMs
          ? health
          : { ...health, delivering: false, detail: 'Has not reported for several minutes' },
      source: sources.named(health.feed),
    }))
    return [...own, ...(await deps.keyFeeds())]
  }

  const failing = new Set<string>()
  schedule.every('feed watch', watchEveryMs, async () => {
    const all = await feeds(clock.now())
    for (const { feed, delivering, detail, lastDeliveryMs } of all.map(({ health }) => health)) {
      if (delivering === null) continue
      const isNew = delivering ? failing.delete(feed) : !failing.has(feed)
      if (!isNew) continue
      const last = lastDeliveryMs === null ? null : new Date(lastDeliveryMs).toISOString()
      if (delivering) log.info({ feed }, 'a feed is delivering again')
      else log.error({ feed, detail, lastDelivery: last }, 'a feed is not delivering')
      if (!delivering) failing.add(feed)
    }
    for (const feed of failing) if (!all.some(({ health }) => health.feed === feed)) failing.delete(feed)
  })

  return {
    feeds,
    reportOf: feed => reported.get(feed)?.health,
    expectFault(feed, fault) {
      const known = reported.get(feed)
      if (known) reported.set(feed, { ...known, health: { ...known.health, fault } })
    },
  }
}
