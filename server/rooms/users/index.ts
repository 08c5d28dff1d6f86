export {
  findUser,
  findUserForSignIn,
  insertUser,
  isUserNameTaken,
  listGroupsOfPeople,
  listUsers,
  setActive,
  updateUser,
  type UserRow,
} from './store.ts'
export type { EmailChanges } from './routes.ts'
export { auditName, fullNameOf, permissionsOf, personOf, wireUser } from './person.ts'
