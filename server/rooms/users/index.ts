export { findUser, findUserForSignIn, insertUser, listUsers, updateUser, type UserRow } from './store.ts'
export { auditName, fullNameOf, permissionsOf, personOf, wireUser } from './person.ts'
