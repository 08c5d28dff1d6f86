import classes from './Customers.module.css'
import { ImpersonateDialog } from './ImpersonateDialog.tsx'
import { PersonStatus } from './PersonStatus.tsx'
import type { Customer } from '#contract/people/customers'
import type { CurrentUser, User } from '#contract/people/users'
import { mayActAs } from '#domain/access/people'
import { usePeopleOfCustomer } from '#web/data/people/customers.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { memberOf } from '#web/data/people/people.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { ReachMarks } from '#web/parts/notified/ReachMarks.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { zoneLabel } from '#web/parts/time/zones.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'

interface PeopleProps {
  customer: Customer
  current: string | undefined
}

const personKey = (person: User) => person.id

export function People({ customer, current }: PeopleProps) {
  const me = useMe()
  const people = usePeopleOfCustomer(customer.id)
  const [wanted, setWanted] = useState<User>()
  const columns = useMemo(() => columnsFor(me, setWanted), [me])

  if (people.isError) {
    return (
      <ErrorNote
        title="People could not be loaded"
        text={plainReason(people.error)}
        onRetry={() => void people.refetch()}
      />
    )
  }
  return (
    <Card title={`People at ${customer.name}`} flush>
      <DataTable
        caption={`People at ${customer.name}`}
        rows={people.data}
        columns={columns}
        rowKey={personKey}
        current={current}
        empty={<EmptyState title="No Users" text="Nobody at this customer can sign in yet." />}
      />
      {wanted && <ImpersonateDialog person={wanted} onClose={() => setWanted(undefined)} />}
    </Card>
  )
}

function columnsFor(me: CurrentUser, onImpersonate: (person: User) => void): Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: person => person.fullName,
      cell: person => (
        <div>
          <div className={classes.primary}>{person.fullName}</div>
          <div className={classes.second}>{person.email ?? 'no email'}</div>
          <ReachMarks person={person} />
        </div>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      sortBy: person => person.roleHierarchy,
      cell: person => person.roleDisplayName,
    },
    {
      id: 'group',
      header: 'User group',
      sortBy: person => person.siteName,
      cell: person => person.siteName ?? '--',
    },
    {
      id: 'zone',
      header: 'Time zone',
      sortBy: person => person.timeZone,
      cell: person => zoneLabel(person.timeZone),
    },
    { id: 'status', header: 'Status', cell: person => <PersonStatus person={person} /> },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: person =>
        person.isActive &&
        mayActAs(memberOf(me), memberOf(person)) && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Impersonate ${person.fullName}`}
            onClick={() => onImpersonate(person)}
          >
            Impersonate
          </Button>
        ),
    },
  ]
}
