import { dayMs, later, type Clock } from '#server/platform/clock'
import type { Authenticate } from '#server/platform/http/caller'
import type { Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { createTokenCheck } from './check-token.ts'
import { apiTokenRoutes } from './routes.ts'
import { deleteTokensExpiredBefore } from './store.ts'

/** An expired token stays in the list for a while: a person who wonders why a script stopped finds it there. */
const shownExpiredMs = 30 * dayMs

export interface ApiTokensDeps {
  readonly db: Db
  readonly clock: Clock
  /** Resolves the tokens of people who signed in. */
  readonly authenticate: Authenticate
}

/** API tokens: scripts and dashboards that act for a person without a browser. */
export function createApiTokens({ db, clock, authenticate }: ApiTokensDeps) {
  const check = createTokenCheck(db, authenticate)
  const routes: readonly Served[] = apiTokenRoutes({ db, check })
  return {
    authenticate: check.authenticate,
    routes,
    tidyUp: () => deleteTokensExpiredBefore(db, 'system', later(clock.now(), -shownExpiredMs)),
  }
}
