import { sizeInWords, whyKept } from './group-text.ts'
import classes from './Groups.module.css'
import type { UserGroup } from '#contract/people/groups'
import { weekOf } from '#web/data/messages/alert-times.ts'
import { weekInWords } from '#web/parts/fields/alert-time-text.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { manyNames, namedLike } from '#web/parts/tables/named-like.ts'
import { Button } from '@mantine/core'
import { IconClock, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

interface GroupListProps {
  groups: readonly UserGroup[]
  /** The dialog keeps the search, so that it is still there after a group was edited. */
  search: string
  onSearch: (search: string) => void
  mayDelete: boolean
  /** The group that was edited last. It gets the focus. */
  returnTo: number | null
  onEdit: (group: UserGroup) => void
  onDelete: (group: UserGroup) => void
}

export function GroupList(props: GroupListProps) {
  const { groups, search, onSearch, mayDelete, returnTo, onEdit, onDelete } = props
  const searchField = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (returnTo === null) return
    const edited = list.current?.querySelector<HTMLElement>(`[data-edits="${returnTo}"]`)
    // The group's new name may no longer match the search.
    ;(edited ?? searchField.current)?.focus()
  }, [returnTo])

  if (groups.length === 0) return <EmptyState title="No user groups" text="Add one, then put people in it." />
  const isLong = groups.length >= manyNames
  const shown = isLong ? namedLike(groups, search) : groups
  return (
    <>
      {isLong && (
        <div className={classes.find}>
          <TextInput
            ref={searchField}
            type="search"
            aria-label="Search user groups"
            placeholder="Search"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={event => onSearch(event.currentTarget.value)}
          />
          <p role="status">
            {shown.length < groups.length
              ? `${shown.length} of ${groups.length} groups`
              : `${groups.length} groups`}
          </p>
        </div>
      )}
      <ul ref={list} className={classes.list} aria-label="User groups">
        {shown.map(group => (
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
      {shown.length === 0 && <EmptyState title="No matching user groups" text="Try another search." />}
    </>
  )
}

type GroupActsProps = Pick<GroupListProps, 'mayDelete' | 'onEdit' | 'onDelete'> & { group: UserGroup }

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
