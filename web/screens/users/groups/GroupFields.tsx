import classes from './Groups.module.css'
import type { GroupDraft } from './use-group-form.ts'
import { AlertTimesEditor } from '#web/parts/fields/AlertTimesEditor.tsx'
import { errorsByDay } from '#web/parts/fields/alert-time-text.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useEffect, useRef } from 'react'

interface GroupFieldsProps {
  draft: GroupDraft
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (changed: Partial<GroupDraft>) => void
}

const longestName = 80
const stepMinutes = 30

export function GroupFields({ draft, errors, onChange }: GroupFieldsProps) {
  const nameField = useRef<HTMLInputElement>(null)
  // These fields replace the list, which had the focus.
  useEffect(() => nameField.current?.select(), [])
  return (
    <div className={classes.fields}>
      <TextInput
        ref={nameField}
        label="Name"
        withAsterisk
        maxLength={longestName}
        value={draft.name}
        onChange={event => onChange({ name: event.currentTarget.value })}
        error={errorOf(errors, 'Name', 'Name')}
      />
      <fieldset className={classes.week}>
        <legend>Alert times</legend>
        <p className={classes.about}>
          When the people in this group receive alerts, in each person’s own time zone.
        </p>
        <AlertTimesEditor
          value={draft.alertTimes}
          stepMinutes={stepMinutes}
          errors={errorsByDay(errors)}
          onChange={alertTimes => onChange({ alertTimes })}
        />
      </fieldset>
    </div>
  )
}
