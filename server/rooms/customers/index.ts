import type { Served } from '#server/platform/http/serve'
import { customerRoutes, type CustomerRoutesDeps } from './routes.ts'

export {
  countCustomers,
  findCustomer,
  findCustomerInAddress,
  findCustomerNamed,
  insertCustomer,
  listCustomerRows,
  NameTaken,
  seizeCustomer,
  saveLiveStreamMinutes,
  type CustomerRow,
  type NewCustomer,
} from './store.ts'

/** The customer organizations. */
export function createCustomers(deps: CustomerRoutesDeps): { readonly routes: readonly Served[] } {
  return { routes: customerRoutes(deps) }
}
