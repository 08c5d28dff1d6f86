import type { Served } from '#server/platform/http/serve'
import type { MountPages } from '#server/platform/http/server'
import { capPages, type CapPageDeps } from './pages.ts'
import { capRoutes } from './routes.ts'

/** CAP feeds, one per place, for anyone who has the URL. */
export function createCap(deps: CapPageDeps): {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
} {
  return { pages: [capPages(deps)], routes: capRoutes(deps) }
}
