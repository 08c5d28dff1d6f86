import type { Served } from '#server/platform/http/serve'
import { createKeyCheck } from './check-key.ts'
import { feedKeyRoutes, type FeedKeyRouteDeps } from './routes.ts'

export { keySource, keySources, sourceIdOf } from './key-sources.ts'
export { listFeedKeyRows, type FeedKeyRow } from './store.ts'

/** Keys for other lightning sources, and the data they send. */
export function createFeedKeys(deps: Omit<FeedKeyRouteDeps, 'keys'>): { readonly routes: readonly Served[] } {
  const { db, changes, sources } = deps
  const keys = createKeyCheck(db)
  // A key that was revoked through another process must stop working here too, and must no longer prove anything.
  changes.subscribe('feed key changed', async () => {
    keys.forgetAll()
    await sources.load(db)
  })
  return { routes: feedKeyRoutes({ ...deps, keys }) }
}
