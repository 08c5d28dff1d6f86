import type { Served } from '#server/platform/http/serve'
import { publicAddressRoutes, type PublicAddressRouteDeps } from './routes.ts'

export { insertStoredMessage } from './store.ts'

/** Spoken messages from administrators, and the messages that they have stored. */
export function createPublicAddress(deps: PublicAddressRouteDeps): { readonly routes: readonly Served[] } {
  return { routes: publicAddressRoutes(deps) }
}
