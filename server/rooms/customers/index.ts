export {
  countCustomers,
  findCustomer,
  findCustomerNamed,
  insertCustomer,
  insertUserGroup,
  type NewCustomer,
} from './store.ts'
