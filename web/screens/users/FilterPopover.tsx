import classes from './Users.module.css'
import { chosenCount, type KindFilter, type PeopleFilter, type StatusFilter } from './people-filter.ts'
import type { UserGroup } from '#contract/people/groups'
import { roles } from '#domain/access/roles'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import '#web/parts/look/inputs.ts'
import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useId } from 'react'

interface FilterPopoverProps {
  filter: PeopleFilter
  /** The initial filter, which Clear restores. */
  start: PeopleFilter
  groups: readonly UserGroup[]
  onChange: (filter: PeopleFilter) => void
}

const statuses: readonly (readonly [StatusFilter, string])[] = [
  ['all', 'All'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
]

const kinds: readonly (readonly [KindFilter, string])[] = [
  ['all', 'All'],
  ['full', 'Full users'],
  ['notification-only', 'Notification only'],
]

export function FilterPopover({ filter, start, groups, onChange }: FilterPopoverProps) {
  const id = useId()
  const chosen = chosenCount(filter, start)
  const isBoundToGroup = start.groupId !== null
  return (
    <Popover position="bottom-start" trapFocus returnFocus shadow="none" width={320}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
          {chosen === 0 ? 'Filter' : `Filter (${chosen})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.filter ?? ''}>
        <label htmlFor={`${id}role`}>Permission Level</label>
        <PlainSelect
          id={`${id}role`}
          value={filter.roleId ?? ''}
          onChange={({ target }) => onChange({ ...filter, roleId: target.value || null })}
        >
          <option value="">All</option>
          {roles.map(role => (
            <option key={role.id} value={role.id}>
              {role.displayName}
            </option>
          ))}
        </PlainSelect>
        <label htmlFor={`${id}group`}>User Group</label>
        <PlainSelect
          id={`${id}group`}
          disabled={isBoundToGroup}
          value={filter.groupId ?? ''}
          onChange={({ target }) => onChange({ ...filter, groupId: Number(target.value) || null })}
        >
          {!isBoundToGroup && <option value="">All</option>}
          {groups
            .filter(group => !isBoundToGroup || group.id === start.groupId)
            .map(group => (
              <option key={group.id} value={group.id}>
                {group.name}
              </option>
            ))}
        </PlainSelect>
        <span>Status</span>
        <Segments
          label="Status"
          isWide
          choices={statuses}
          chosen={filter.status}
          onChoose={status => onChange({ ...filter, status })}
        />
        <span>Kind</span>
        <Segments
          label="Kind"
          isWide
          choices={kinds}
          chosen={filter.kind}
          onChoose={kind => onChange({ ...filter, kind })}
        />
        <Button
          className={classes.clear ?? ''}
          variant="subtle"
          size="compact-sm"
          disabled={chosen === 0}
          onClick={() => onChange(start)}
        >
          Clear filter
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
