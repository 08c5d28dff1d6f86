import type { Served } from '#server/platform/http/serve'
import { feedKeyRoutes, type FeedKeyDeps } from './routes.ts'

export { keySource, keySources, sourceIdOf } from './key-sources.ts'
export { listFeedKeys, type FeedKeyRow } from './store.ts'

/** Keys for other lightning sources, and the data they send. */
export function createFeedKeys(deps: FeedKeyDeps): { readonly routes: readonly Served[] } {
  return { routes: feedKeyRoutes(deps) }
}
