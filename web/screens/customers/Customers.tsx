import { BannerCard } from './BannerCard.tsx'
import { CustomerList } from './CustomerList.tsx'
import classes from './Customers.module.css'
import { People } from './People.tsx'
import { SsoCard } from './SsoCard.tsx'
import { useCustomerOfPerson, useCustomers } from '#web/data/people/customers.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useSearchParams } from 'react-router'

export function Customers() {
  const customers = useCustomers()
  const [query, setQuery] = useSearchParams()
  const person = query.get('user') ?? undefined
  const asked = Number(query.get('customer')) || undefined
  const found = useCustomerOfPerson(asked === undefined ? person : undefined, customers.data)
  const chosen = customers.data?.find(customer => customer.id === (asked ?? found)) ?? customers.data?.[0]

  return (
    <>
      <PageHeader title="Customers" sub="Every organization that this Skywarden serves, and its people" />
      {customers.isError ? (
        <ErrorNote
          title="Customers could not be loaded"
          text={plainReason(customers.error)}
          onRetry={() => void customers.refetch()}
        />
      ) : (
        <div className={classes.grid}>
          <CustomerList
            customers={customers.data}
            chosen={chosen?.id}
            onChoose={id => setQuery({ customer: String(id) })}
          />
          {chosen && (
            <div className={classes.detail} key={chosen.id}>
              <BannerCard customer={chosen} />
              <SsoCard customerId={chosen.id} />
              <People customer={chosen} current={person} />
            </div>
          )}
        </div>
      )}
    </>
  )
}
