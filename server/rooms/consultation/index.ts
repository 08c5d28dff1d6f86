import type { Served } from '#server/platform/http/serve'
import { consultationRoutes, type ConsultationRouteDeps } from './routes.ts'

export { consultationPersonalData } from './personal-data.ts'

/** Questions to the provider's meteorologists. */
export function createConsultation(deps: ConsultationRouteDeps): { readonly routes: readonly Served[] } {
  return { routes: consultationRoutes(deps) }
}
