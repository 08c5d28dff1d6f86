import classes from './Policies.module.css'
import { plainReason } from '#web/data/requests/failures.ts'
import { useGroups } from '#web/data/people/groups.ts'
import type { GroupChoice } from '#web/forms/standards/standard-choice.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { manyNames, namedLike } from '#web/parts/tables/named-like.ts'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState, type Ref } from 'react'

interface GroupChooserProps {
  chosen: GroupChoice
  error: string | undefined
  onChoose: (choice: GroupChoice) => void
  /** A ref to the first checkbox, for callers that move the focus there. */
  ref?: Ref<HTMLInputElement>
}

function chosenFirst<Group extends { id: number }>(groups: readonly Group[], chosen: ReadonlySet<number>) {
  return [...groups.filter(({ id }) => chosen.has(id)), ...groups.filter(({ id }) => !chosen.has(id))]
}

/** Lets people choose one or more user groups, or all of them including future ones. */
export function GroupChooser({ chosen, error, onChoose, ref }: GroupChooserProps) {
  const { allGroups, sites } = chosen
  const groups = useGroups()
  const [search, setSearch] = useState('')
  // The initially chosen groups are listed first, so that nothing moves under the pointer.
  const [first] = useState(() => new Set(sites))
  const all = groups.data ?? []
  const isLong = all.length >= manyNames
  const shown = isLong ? chosenFirst(namedLike(all, search), first) : all
  const errorId = useId()
  const toggled = (id: number, isOn: boolean) => (isOn ? [...sites, id] : sites.filter(one => one !== id))
  const marked = {
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
  }
  return (
    <fieldset className={classes.groups}>
      <legend>Apply to*</legend>
      <label>
        <input
          ref={ref}
          type="checkbox"
          checked={allGroups}
          {...marked}
          onChange={event => onChoose({ sites, allGroups: event.currentTarget.checked })}
        />
        All user groups
      </label>
      {isLong && (
        <div className={classes.find}>
          <TextInput
            type="search"
            aria-label="Search user groups"
            placeholder="Search"
            disabled={allGroups}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
            // Without this, Enter would save the policy.
            onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
          />
          <p role="status">{allGroups ? 'All selected' : `${sites.length} of ${all.length} selected`}</p>
        </div>
      )}
      <div className={classes.choices} data-long={isLong || undefined}>
        {shown.map(({ id, name }) => (
          <label key={id} data-disabled={allGroups || undefined}>
            <input
              type="checkbox"
              checked={allGroups || sites.includes(id)}
              disabled={allGroups}
              {...marked}
              onChange={event => onChoose({ allGroups, sites: toggled(id, event.currentTarget.checked) })}
            />
            {name}
          </label>
        ))}
        {isLong && shown.length === 0 && <p className={classes.nothing}>No matching user groups</p>}
      </div>
      {groups.isError && (
        <ErrorNote
          title="User groups could not be loaded"
          text={plainReason(groups.error)}
          onRetry={() => void groups.refetch()}
        />
      )}
      {error !== undefined && (
        <p className={classes.error} id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
