import type { Served } from '#server/platform/http/serve'
import { massNotifyRoutes, type MassNotifyRouteDeps } from './routes.ts'

export { massNotifyPersonalData } from './personal-data.ts'

/** One-way messages from administrators to their people. */
export function createMassNotify(deps: MassNotifyRouteDeps): { readonly routes: readonly Served[] } {
  return { routes: massNotifyRoutes(deps) }
}
