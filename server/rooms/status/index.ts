import { hourMs, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Served } from '#server/platform/http/serve'
import type { Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import { startStatusEngine, type StatusEngineDeps } from './engine.ts'
import { publicFeedsOf, type PublicFeeds } from './public-feeds.ts'
import { statusRoutes, type StatusRouteDeps } from './routes.ts'
import { deleteMemoryBefore } from './store.ts'

export type { PublicFeeds } from './public-feeds.ts'

export interface PublicFeedsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
}

/** Created before the feeds, which need it. */
export function createPublicFeeds({ db, clock, schedule, leaderSchedule }: PublicFeedsDeps): PublicFeeds {
  const publicFeeds = publicFeedsOf(db, clock)
  schedule.every('paused sources', 2 * secondMs, publicFeeds.load)
  leaderSchedule.every('feed memory retention', hourMs, () => deleteMemoryBefore(db, 'system', clock.now()))
  return publicFeeds
}

export type StatusDeps = StatusEngineDeps & Omit<StatusRouteDeps, 'engine'>

export interface Status {
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
}

/** The status of the server and of every feed, and what the provider's staff may switch. */
export function createStatus(deps: StatusDeps): Status {
  const { clock, rehearsal } = deps
  const engine = startStatusEngine(deps)

  async function ages() {
    const now = clock.now()
    return (await engine.feeds(now)).flatMap(({ health: { feed, lastDeliveryMs } }) =>
      lastDeliveryMs === null
        ? []
        : [{ labels: { feed }, value: (now.getTime() - lastDeliveryMs) / secondMs }],
    )
  }

  return {
    figures: [
      {
        name: 'skywarden_rehearsal',
        help: '1 if this server is in rehearsal and sends nothing, otherwise 0',
        read: async () => [{ value: Number(rehearsal.state() !== null) }],
      },
      {
        name: 'skywarden_feed_age_seconds',
        help: 'Time since a feed last delivered',
        labelNames: ['feed'],
        read: ages,
      },
      {
        name: 'skywarden_feed_delivering',
        help: '1 if a feed delivers, otherwise 0',
        labelNames: ['feed'],
        read: async () =>
          (await engine.feeds(clock.now())).flatMap(({ health: { feed, delivering } }) =>
            delivering === null ? [] : [{ labels: { feed }, value: Number(delivering) }],
          ),
      },
    ],
    routes: statusRoutes({ ...deps, engine }),
  }
}
