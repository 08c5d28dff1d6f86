import { datesFault } from './draft.ts'
import type { ReportFieldsProps } from './fields.ts'
import classes from './Report.module.css'
import { historyNote, type StationChoice } from './station-choices.ts'
import { dayName } from '#domain/conditions/local-day'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useId } from 'react'

interface DatesFieldProps extends ReportFieldsProps {
  chosen: readonly StationChoice[]
  /** The number of the last selectable day. */
  today: number
}

/** Fields for the first and last day, in each station's calendar. */
export function DatesField({ draft, errors, onChange, chosen, today }: DatesFieldProps) {
  const id = useId()
  const fault = datesFault(draft, today)
  const note = historyNote(chosen, draft.startDate)
  const reported = (field: 'StartDate' | 'EndDate', label: string) =>
    errorOf(errors, `Filters.TimeFilter.${field}`, label)
  const both = { type: 'date', withAsterisk: true, max: dayName(today), 'aria-describedby': id } as const
  return (
    <div className={classes.field}>
      <div className={classes.pair}>
        <TextInput
          {...both}
          label="Start date"
          value={draft.startDate ?? ''}
          onChange={event => onChange({ startDate: event.currentTarget.value || null })}
          error={reported('StartDate', 'Start date') ?? fault !== null}
        />
        <TextInput
          {...both}
          label="End date"
          {...(draft.startDate !== null && { min: draft.startDate })}
          value={draft.endDate ?? ''}
          onChange={event => onChange({ endDate: event.currentTarget.value || null })}
          error={reported('EndDate', 'End date') ?? fault !== null}
        />
      </div>
      <div id={id} role="status">
        {fault !== null && <p className={classes.error}>{fault}</p>}
        {note !== null && <p className={classes.note}>{note}</p>}
      </div>
    </div>
  )
}
