import type { Served } from '#server/platform/http/serve'
import { publicAddressRoutes, type PublicAddressRouteDeps } from './routes.ts'

export { insertStoredMessage } from './store.ts'

/** Administrators' spoken messages, and their stored ones. */
export function createPublicAddress(deps: PublicAddressRouteDeps): { readonly routes: readonly Served[] } {
  return { routes: publicAddressRoutes(deps) }
}
