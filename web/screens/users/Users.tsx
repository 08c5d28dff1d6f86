import { AlertsSheet } from './alerts/AlertsSheet.tsx'
import { peopleColumns } from './columns.tsx'
import { DeletePerson } from './DeletePerson.tsx'
import { ExportUsers } from './ExportUsers.tsx'
import { FilterPopover } from './FilterPopover.tsx'
import { UserForm } from './form/UserForm.tsx'
import { GroupsDialog } from './groups/GroupsDialog.tsx'
import { peopleShown, startFilter } from './people-filter.ts'
import classes from './Users.module.css'
import type { User } from '#contract/people/users'
import { plainReason } from '#web/data/requests/failures.ts'
import { useGroups } from '#web/data/people/groups.ts'
import { useMe } from '#web/data/people/users.ts'
import { usePeople } from '#web/data/people/people.ts'
import { ImportDialog } from '#web/forms/import/ImportDialog.tsx'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { Button } from '@mantine/core'
import { IconPlus, IconSearch, IconUpload, IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'

const sizes = [10, 25, 50]
const personKey = (person: User) => person.id

/** The dialog that is open in front of the table. */
type Open =
  | { readonly kind: 'edit'; readonly person: User | null }
  | { readonly kind: 'delete' | 'alerts'; readonly person: User }
  | { readonly kind: 'groups' | 'import' }

export function Users() {
  const me = useMe()
  const people = usePeople()
  const groups = useGroups()
  const [search, setSearch] = useState('')
  const start = useMemo(() => startFilter(me), [me])
  const [filter, setFilter] = useState(start)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const rows = useMemo(
    () => people.data && peopleShown(people.data, filter, search),
    [people.data, filter, search],
  )
  const columns = useMemo(
    () =>
      peopleColumns(me, {
        onAlerts: person => setOpen({ kind: 'alerts', person }),
        onEdit: person => setOpen({ kind: 'edit', person }),
        onDelete: person => setOpen({ kind: 'delete', person }),
      }),
    [me],
  )

  return (
    <>
      <PageHeader
        title="Users"
        sub={`The people of ${me.customerName} who sign in or receive alerts`}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconUsersGroup size={16} aria-hidden />}
              onClick={() => setOpen({ kind: 'groups' })}
            >
              Manage Groups
            </Button>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpen({ kind: 'edit', person: null })}
            >
              Add User
            </Button>
          </>
        }
      />
      {people.isError ? (
        <ErrorNote
          title="Users could not be loaded"
          text={plainReason(people.error)}
          onRetry={() => void people.refetch()}
        />
      ) : (
        <Card flush>
          <div className={classes.tools}>
            <TextInput
              className={classes.search ?? ''}
              type="search"
              aria-label="Search"
              placeholder="Search"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              onChange={event => setSearch(event.currentTarget.value)}
            />
            <FilterPopover filter={filter} start={start} groups={groups.data ?? []} onChange={setFilter} />
            <p role="status" className={classes.count}>
              {rows ? countInWords(rows.length, people.data?.length ?? 0) : 'Loading...'}
            </p>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => setOpen({ kind: 'import' })}
            >
              Import
            </Button>
            <ExportUsers />
          </div>
          <DataTable
            caption="Users"
            rows={rows}
            columns={columns}
            rowKey={personKey}
            sizes={sizes}
            empty={
              <EmptyState
                icon={<IconUserSearch size={32} stroke={1.5} aria-hidden />}
                title="No matching users"
                text="Try another search, or clear the filter."
              >
                <Button
                  variant="default"
                  onClick={() => {
                    setSearch('')
                    setFilter(start)
                  }}
                >
                  Show everyone
                </Button>
              </EmptyState>
            }
          />
          {people.data?.length === 1 && me.roleName === 'Admin' && (
            <EmptyState
              title="You are the only one here"
              text="Add people one by one, import a file, or let us guide you through the setup."
            >
              <Link to="/Welcome">Get started in four steps</Link>
            </EmptyState>
          )}
        </Card>
      )}
      {open?.kind === 'edit' && <UserForm subject={open.person} onClose={close} />}
      {open?.kind === 'delete' && <DeletePerson person={open.person} onClose={close} />}
      {open?.kind === 'alerts' && <AlertsSheet person={open.person} onClose={close} />}
      {open?.kind === 'groups' && <GroupsDialog onClose={close} />}
      {open?.kind === 'import' && <ImportDialog onClose={close} />}
    </>
  )
}

function countInWords(shown: number, all: number): string {
  if (shown < all) return `${shown} of ${all} users`
  return all === 1 ? '1 user' : `${all} users`
}
