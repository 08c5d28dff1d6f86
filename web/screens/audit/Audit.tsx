import classes from './Audit.module.css'
import { BeforeAfter } from './BeforeAfter.tsx'
import type { AuditLine } from '#contract/people/customers'
import { useAudit, useCustomers } from '#web/data/people/customers.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'

const entryKey = (entry: AuditLine) => String(entry.id)
const entryName = (entry: AuditLine) => `${entry.action} on ${entry.target}`

export function Audit() {
  const { timeZone } = useMe()
  const audit = useAudit()
  const { data: customers } = useCustomers()
  const rows = useMemo(() => audit.data?.pages.flat(), [audit.data])
  const columns = useMemo(
    () => columnsFor(timeZone, new Map(customers?.map(customer => [customer.id, customer.name]))),
    [timeZone, customers],
  )
  return (
    <>
      <PageHeader
        title="Audit Log"
        sub="Who changed what, when, and on whose behalf. Entries are never changed."
      />
      {audit.isError ? (
        <ErrorNote
          title="The audit log could not be loaded"
          text={plainReason(audit.error)}
          onRetry={() => void audit.refetch()}
        />
      ) : (
        <Card flush>
          <DataTable
            caption="Audit log, newest first"
            rows={rows}
            columns={columns}
            rowKey={entryKey}
            rowName={entryName}
            details={entry => <BeforeAfter entry={entry} />}
            empty={
              <EmptyState title="Nothing has been changed yet" text="Every change will be listed here." />
            }
            aside={
              audit.hasNextPage && (
                <Button
                  variant="subtle"
                  size="xs"
                  loading={audit.isFetchingNextPage}
                  onClick={() => void audit.fetchNextPage()}
                >
                  Load older
                </Button>
              )
            }
          />
        </Card>
      )}
    </>
  )
}

function columnsFor(timeZone: string, customers: ReadonlyMap<number, string>): Column<AuditLine>[] {
  const customerOf = ({ customerId }: AuditLine) =>
    customerId === null ? '--' : (customers.get(customerId) ?? `Customer ${customerId}`)
  return [
    {
      id: 'at',
      header: 'Time',
      sortBy: entry => entry.at,
      cell: entry => <span className={classes.time}>{shownInstant(entry.at, timeZone)}</span>,
    },
    {
      id: 'actor',
      header: 'Who',
      sortBy: entry => entry.actor,
      cell: entry => (
        <div>
          <div className={classes.actor}>{entry.actor}</div>
          {entry.actingAs !== null && <div className={classes.acting}>acting as {entry.actingAs}</div>}
        </div>
      ),
    },
    {
      id: 'action',
      header: 'Action',
      sortBy: entry => entry.action,
      cell: entry => entry.action,
    },
    { id: 'target', header: 'On', sortBy: entry => entry.target, cell: entry => entry.target },
    { id: 'customer', header: 'Customer', sortBy: customerOf, cell: customerOf },
    { id: 'reason', header: 'Reason', sortBy: entry => entry.reason, cell: entry => entry.reason ?? '--' },
  ]
}
