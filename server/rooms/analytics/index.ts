import type { Figure } from '#server/platform/figures'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { createForwarder } from './forward.ts'
import { analyticsRoutes } from './routes.ts'

export interface AnalyticsDeps {
  readonly db: Db
  readonly log: Log
  /** The operator's own collector. If undefined, nothing is counted. */
  readonly analyticsUrl: string | undefined
}

interface Analytics {
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
  stop(): Promise<void>
}

/** Counts page views for the operator's own collector. The viewer is identified only by the token. */
export function createAnalytics({ db, log, analyticsUrl }: AnalyticsDeps): Analytics {
  const forwarder = analyticsUrl === undefined ? undefined : createForwarder(analyticsUrl, log)
  return {
    routes: analyticsRoutes({ db, forwarder }),
    figures: forwarder?.figures ?? [],
    stop: async () => forwarder?.stop(),
  }
}
