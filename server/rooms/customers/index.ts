export { countCustomers, findCustomer, insertCustomer, insertUserGroup, type NewCustomer } from './store.ts'
