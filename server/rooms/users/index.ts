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
export { auditName, fullNameOf, permissionsOf, personOf, tellPersonChanged, wireUser } from './person.ts'
