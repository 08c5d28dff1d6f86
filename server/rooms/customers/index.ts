export {
  countCustomers,
  findCustomer,
  findCustomerNamed,
  findUserGroup,
  insertCustomer,
  insertUserGroup,
  type NewCustomer,
} from './store.ts'
