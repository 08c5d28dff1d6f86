import type { Served } from '#server/platform/http/serve'
import { userRoutes, type UserRouteDeps } from './routes/user.ts'

export {
  findUser,
  findUsers,
  findUserForSignIn,
  findUsersNamed,
  insertUser,
  isUserNameTaken,
  listGroupsOfPeople,
  listUsers,
  lockUserForUpdate,
  personOfCustomer,
  updateUserRow,
  type UserChange,
  type UserRow,
} from './store.ts'
export type { Accounts, LocationsOfPeople } from './acting.ts'
export type { EmailChanges, EmailChange } from './routes/user.ts'
export {
  personAuditName,
  fullNameOf,
  permissionsOf,
  accountStateOf,
  personOf,
  shownPerson,
  appendPersonChanged as tellPersonChanged,
  userNameWith,
  wireUser,
} from './person.ts'
export { usersPersonalData } from './personal-data.ts'
export { userNameOfNotified } from './wanted.ts'

/** The customers' people. */
export function createUsers(deps: UserRouteDeps): { readonly routes: readonly Served[] } {
  return { routes: userRoutes(deps) }
}
