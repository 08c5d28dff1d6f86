import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Served } from '#server/platform/http/serve'
import { startStormEngine } from './engine.ts'
import { stormRoutes, type StormRouteDeps } from './routes.ts'

export { cellsKeptMs } from './engine.ts'

export interface StormsDeps extends Omit<StormRouteDeps, 'book'> {
  readonly bus: Bus<Events>
}

/** Storm cells as radars list them, and when they reach a location. Missing data is never treated as absence. */
export function createStorms(deps: StormsDeps): { readonly routes: readonly Served[] } {
  return { routes: stormRoutes({ ...deps, book: startStormEngine(deps.bus) }) }
}
