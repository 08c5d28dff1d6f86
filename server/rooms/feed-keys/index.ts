import type { Served } from '#server/platform/http/serve'
import { feedKeyRoutes, type FeedKeyDeps } from './routes.ts'

export { keySource, keySources, sourceIdOf } from './key-sources.ts'
export { listFeedKeys, type FeedKeyRow } from './store.ts'

/** What other sources of lightning show to be let in, and what they send. */
export function createFeedKeys(deps: FeedKeyDeps): { readonly routes: readonly Served[] } {
  return { routes: feedKeyRoutes(deps) }
}
