import classes from './Policies.module.css'
import { plainReason } from '#web/data/failures.ts'
import { useGroups } from '#web/data/groups.ts'
import type { GroupChoice } from '#web/forms/standards/standard-choice.ts'
import { ErrorNote } from '#web/parts/ErrorNote.tsx'
import { useId, type Ref } from 'react'

interface GroupChooserProps {
  chosen: GroupChoice
  error: string | undefined
  onChoose: (choice: GroupChoice) => void
  /** Its first box, for whoever has to lead there. */
  ref?: Ref<HTMLInputElement>
}

/** One or more user groups, or all of them, those to come included. */
export function GroupChooser({ chosen, error, onChoose, ref }: GroupChooserProps) {
  const { allGroups, sites } = chosen
  const groups = useGroups()
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
      {groups.data?.map(({ id, name }) => (
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
