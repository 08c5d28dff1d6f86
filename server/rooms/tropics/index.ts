import type { Served } from '#server/platform/http/serve'
import { startTropicsEngine, type TropicsEngineDeps } from './engine.ts'
import { tropicsRoutes } from './routes.ts'

/** Tropical storms, their forecast tracks, and the models' tracks. Missing data is never treated as absence. */
export function createTropics(deps: TropicsEngineDeps): { readonly routes: readonly Served[] } {
  return { routes: tropicsRoutes(startTropicsEngine(deps)) }
}
