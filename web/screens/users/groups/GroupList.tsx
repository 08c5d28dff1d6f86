import { sizeInWords, whyKept } from './group-words.ts'
import classes from './Groups.module.css'
import type { UserGroup } from '#contract/groups'
import { weekOf } from '#web/data/alert-times.ts'
import { weekInWords } from '#web/parts/alert-time-words.ts'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

interface GroupListProps {
  groups: readonly UserGroup[]
  mayDelete: boolean
  /** The group that was edited last: reading goes on there. */
  returnTo: number | null
  onEdit: (group: UserGroup) => void
  onDelete: (group: UserGroup) => void
}

export function GroupList({ groups, mayDelete, returnTo, onEdit, onDelete }: GroupListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (returnTo !== null) list.current?.querySelector<HTMLElement>(`[data-edits="${returnTo}"]`)?.focus()
  }, [returnTo])

  if (groups.length === 0)
    return <EmptyState title="No user groups" text="Add one, and put people into it." />
  return (
    <ul ref={list} className={classes.list} aria-label="User groups">
      {groups.map(group => (
        <li key={group.id} className={classes.group}>
          <div className={classes.about}>
            <h3>{group.name}</h3>
            <p>{sizeInWords(group)}</p>
            <p className={classes.times}>
              <IconClock size={16} aria-hidden />
              {weekInWords(weekOf(group.alertTimes))}
            </p>
          </div>
          <GroupActs group={group} mayDelete={mayDelete} onEdit={onEdit} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

type GroupActsProps = Omit<GroupListProps, 'groups' | 'returnTo'> & { group: UserGroup }

function GroupActs({ group, mayDelete, onEdit, onDelete }: GroupActsProps) {
  const reason = mayDelete ? whyKept(group) : undefined
  const reasonId = `kept-${group.id}`
  return (
    <>
      <div className={classes.acts}>
        <Button
          variant="subtle"
          size="compact-sm"
          data-edits={group.id}
          aria-label={`Edit ${group.name}`}
          onClick={() => onEdit(group)}
        >
          Edit
        </Button>
        {mayDelete && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Delete ${group.name}`}
            disabled={reason !== undefined}
            aria-describedby={reason === undefined ? undefined : reasonId}
            onClick={() => onDelete(group)}
          >
            Delete
          </Button>
        )}
      </div>
      {reason !== undefined && (
        <p id={reasonId} className={classes.reason}>
          {reason}
        </p>
      )}
    </>
  )
}
