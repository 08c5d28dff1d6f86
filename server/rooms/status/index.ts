import { secondMs } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Served } from '#server/platform/http/serve'
import { startStatusEngine, type StatusEngineDeps } from './engine.ts'
import { statusRoutes, type StatusRouteDeps } from './routes.ts'

export { createPublicFeeds, type PublicFeeds } from './public-feeds.ts'

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
        help: 'Whether this house is a rehearsal, which lets nothing out: 1 or 0',
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
        help: 'Whether a feed delivers: 1 or 0',
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
