import type { ReportFieldsProps } from './fields.ts'
import { fromChoices, untilChoices } from './hours.ts'
import classes from './Report.module.css'
import { isNightShift } from '#domain/reports/time-filter'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Switch } from '#web/parts/look/inputs.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'

const workingHours = { fromMinute: 8 * 60, untilMinute: 17 * 60 }

/** A field for the included hours, in each station's local time. */
export function HoursField({ draft, errors, onChange }: ReportFieldsProps) {
  const { window } = draft
  const error =
    errorOf(errors, 'Filters.TimeFilter.StartTimeOfDay', 'Start time') ??
    errorOf(errors, 'Filters.TimeFilter.EndTimeOfDay', 'End time')
  return (
    <div className={classes.field}>
      <Switch
        label="Only part of the day"
        checked={window !== null}
        onChange={event => onChange({ window: event.currentTarget.checked ? workingHours : null })}
      />
      {window !== null && (
        <div className={classes.hours}>
          <PlainSelect
            aria-label="From"
            value={window.fromMinute}
            onChange={({ target }) => onChange({ window: { ...window, fromMinute: Number(target.value) } })}
          >
            <Options choices={fromChoices} />
          </PlainSelect>
          <span>to</span>
          <PlainSelect
            aria-label="To"
            value={window.untilMinute}
            onChange={({ target }) => onChange({ window: { ...window, untilMinute: Number(target.value) } })}
          >
            <Options choices={untilChoices} />
          </PlainSelect>
        </div>
      )}
      <div role="status">
        {isNightShift({ window }) && (
          <p className={classes.note}>
            Overnight: hours after midnight count toward the day the shift began.
          </p>
        )}
      </div>
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </div>
  )
}

function Options({ choices }: { choices: typeof fromChoices }) {
  return choices.map(({ minute, words }) => (
    <option key={minute} value={minute}>
      {words}
    </option>
  ))
}
