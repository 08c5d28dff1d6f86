import type { Served } from '#server/platform/http/serve'
import type { Room } from './acting.ts'
import { groupRoutes } from './routes.ts'

export {
  alertTimeColumns,
  alertTimeOf,
  alertTimesOfGroups,
  findGroup,
  holdGroup,
  holdGroups,
  insertGroup,
  listGroupsOf,
  type GroupRow,
} from './store.ts'
export { alertTimesFrom, wireAlertTimes } from './wire.ts'

/** The user groups of customers, and when those in them want to be told. */
export function createGroups(room: Room): { readonly routes: readonly Served[] } {
  return { routes: groupRoutes(room) }
}
