import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { dayMs, hourMs, later, type Clock } from '#server/platform/clock'
import type { Authenticate } from '#server/platform/http/caller'
import type { Served } from '#server/platform/http/serve'
import type { Tx } from '#server/platform/store/index'
import type { UserRow } from '#server/rooms/users/index'
import { createTokenCheck } from './check-token.ts'
import { notifyOfEnd } from './notify-owner.ts'
import { apiTokenRoutes, type ApiTokenRouteDeps } from './routes.ts'
import { deleteCreationsBefore, deleteTokensExpiredBefore, endTokensOf } from './store.ts'

export { apiTokensPersonalData } from './personal-data.ts'

/**
 * An expired token stays in the list this long, so that a person who wonders why a script stopped can find it there.
 */
const shownExpiredMs = 30 * dayMs

export interface ApiTokensDeps extends ApiTokenRouteDeps {
  readonly changes: Changes<Facts>
  readonly clock: Clock
  /** Resolves the session tokens of people who signed in. */
  readonly authenticate: Authenticate
}

/** API tokens let scripts and dashboards act for a person without a browser. */
export function createApiTokens(deps: ApiTokensDeps) {
  const { db, changes, clock, authenticate } = deps
  const check = createTokenCheck(db, authenticate)
  changes.subscribe('person changed', () => check.forgetAll())
  const routes: readonly Served[] = apiTokenRoutes({ ...deps, check })
  return {
    authenticate: check.authenticate,
    /** Ends a person's tokens and notifies the person. */
    async endTokensOf(tx: Tx, person: UserRow, now: Date) {
      const names = await endTokensOf(tx, person, now)
      if (names.length > 0) await notifyOfEnd(deps, tx, person, names, now)
    },
    routes,
    async tidyUp() {
      await deleteTokensExpiredBefore(db, 'system', later(clock.now(), -shownExpiredMs))
      await deleteCreationsBefore(db, 'system', later(clock.now(), -hourMs))
    },
  }
}
