import { InviteButton } from './InviteButton.tsx'
import { hasNotificationsOnly, isShownInactive } from './people-filter.ts'
import { UnsubscribedMark } from './UnsubscribedMark.tsx'
import classes from './Users.module.css'
import type { CurrentUser, User } from '#contract/people/users'
import { mayInvite, mayManage } from '#domain/access/people'
import { memberOf } from '#web/data/people/people.ts'
import { ReachMarks } from '#web/parts/notified/ReachMarks.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { Button } from '@mantine/core'

export interface RowActs {
  readonly onAlerts: (person: User) => void
  readonly onEdit: (person: User) => void
  readonly onDelete: (person: User) => void
}

export function peopleColumns(me: CurrentUser, acts: RowActs): Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Full Name',
      sortBy: person => person.fullName,
      cell: person => (
        <span>
          <span className={classes.name}>{person.fullName}</span>
          {isShownInactive(person) && <span className={classes.dim}> (inactive)</span>}
          <ReachMarks person={person} />
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Email',
      sortBy: person => person.email,
      cell: person => <Email me={me} person={person} />,
    },
    {
      id: 'level',
      header: 'Permission Level',
      sortBy: person => person.roleHierarchy,
      cell: person => person.roleDisplayName,
    },
    {
      id: 'group',
      header: 'User Group',
      sortBy: person => person.siteName,
      cell: person => person.siteName ?? '--',
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: person => <Acts me={me} person={person} acts={acts} />,
    },
  ]
}

interface CellProps {
  me: CurrentUser
  person: User
}

function Email({ me, person }: CellProps) {
  const isInvited = person.activated === null && mayInvite(memberOf(me), memberOf(person))
  return (
    <div className={classes.email}>
      <span>{person.email ?? '--'}</span>
      {hasNotificationsOnly(person) && person.email !== null && <UnsubscribedMark personId={person.id} />}
      {isInvited && (
        <span className={classes.invited}>
          Invited
          <InviteButton person={person} />
        </span>
      )}
    </div>
  )
}

function Acts({ me, person, acts }: CellProps & { acts: RowActs }) {
  const isManaged = mayManage(memberOf(me), memberOf(person))
  const all = [
    { label: 'Alerts', act: acts.onAlerts },
    ...(isManaged
      ? [
          { label: 'Edit', act: acts.onEdit },
          { label: 'Delete', act: acts.onDelete },
        ]
      : []),
  ]
  return (
    <div className={classes.acts}>
      {all.map(({ label, act }) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          aria-label={`${label} ${label === 'Alerts' ? 'for ' : ''}${person.fullName}`}
          onClick={() => act(person)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
