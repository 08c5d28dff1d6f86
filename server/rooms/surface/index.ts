import type { Served } from '#server/platform/http/serve'
import { startSurfaceEngine, type SurfaceEngineDeps } from './engine.ts'
import { surfaceRoutes } from './routes.ts'

/** Highs, lows and fronts from the newest analysis. */
export function createSurface(deps: SurfaceEngineDeps): { readonly routes: readonly Served[] } {
  return { routes: surfaceRoutes(startSurfaceEngine(deps)) }
}
