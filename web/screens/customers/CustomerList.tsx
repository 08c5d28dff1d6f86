import classes from './Customers.module.css'
import type { Reply } from '#contract/call'
import type { listCustomers } from '#contract/people/customers'
import { IconUsers } from '@tabler/icons-react'

interface CustomerListProps {
  customers: Reply<typeof listCustomers> | undefined
  chosen: number | undefined
  onChoose: (id: number) => void
}

export function CustomerList({ customers, chosen, onChoose }: CustomerListProps) {
  return (
    <ul className={classes.list} aria-label="Customers" aria-busy={customers === undefined}>
      {customers?.map(customer => (
        <li key={customer.id}>
          <button
            type="button"
            className={classes.customer}
            aria-current={customer.id === chosen || undefined}
            onClick={() => onChoose(customer.id)}
          >
            <span className={classes.name}>{customer.name}</span>
            <span className={classes.people}>
              <IconUsers size={16} aria-hidden />
              {customer.people}
              <span className="visually-hidden"> {customer.people === 1 ? 'person' : 'people'}</span>
            </span>
            <span className={classes.kind}>{customer.companyType}</span>
            <span className={classes.status}>{customer.status.toLowerCase()}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
