export {
  findUser,
  findUserForSignIn,
  insertUser,
  listGroupsOfPeople,
  listUsers,
  setActive,
  updateUser,
  type UserRow,
} from './store.ts'
export { auditName, fullNameOf, permissionsOf, personOf, wireUser } from './person.ts'
