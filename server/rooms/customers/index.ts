export {
  countCustomers,
  findCustomer,
  findCustomerNamed,
  findUserGroup,
  insertCustomer,
  insertUserGroup,
  listCustomers,
  type NewCustomer,
} from './store.ts'
