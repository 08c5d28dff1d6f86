import type { Served } from '#server/platform/http/serve'
import { startAdvisoryEngine, type AdvisoryEngineDeps } from './engine.ts'
import { advisoryRoutes } from './routes.ts'

export { AdvisoryBook } from './engine.ts'
export { findAdvisories, standingAdvisories, standingContinuities } from './store.ts'

/** Weather service alerts: stored as received, matched to places, and never assumed absent when a source is silent. */
export async function createAdvisories(
  deps: AdvisoryEngineDeps,
): Promise<{ readonly routes: readonly Served[] }> {
  const engine = await startAdvisoryEngine(deps)
  return { routes: advisoryRoutes({ db: deps.db, engine }) }
}
