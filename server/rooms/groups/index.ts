import type { Served } from '#server/platform/http/serve'
import type { GroupChangeDeps } from './acting.ts'
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

/** The customers' user groups and their alert times. */
export function createGroups(room: GroupChangeDeps): { readonly routes: readonly Served[] } {
  return { routes: groupRoutes(room) }
}
