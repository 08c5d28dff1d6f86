import type { ReportFieldsProps } from './fields.ts'
import classes from './Report.module.css'
import { weekdays, type Weekday } from '#domain/alert-times/alert-times'
import { weekdayName } from '#web/parts/fields/alert-time-text.ts'
import { errorWithin } from '#web/parts/fields/field-errors.ts'

/** A field for the included weekdays. */
export function DaysField({ draft, errors, onChange }: ReportFieldsProps) {
  const { daysOfWeek } = draft
  const error = errorWithin(errors, 'Filters.TimeFilter.DaysOfWeek', 'Days of the week')
  const toggled = (day: Weekday) =>
    daysOfWeek.includes(day) ? daysOfWeek.filter(one => one !== day) : [...daysOfWeek, day]
  return (
    <div className={classes.field}>
      <span className={classes.label}>Days of the week</span>
      <div className={classes.days} role="group" aria-label="Days of the week">
        {weekdays.map(day => (
          <button
            key={day}
            type="button"
            aria-pressed={daysOfWeek.includes(day)}
            onClick={() => onChange({ daysOfWeek: toggled(day) })}
          >
            {weekdayName(day).slice(0, 3)}
            <span className="visually-hidden">{weekdayName(day).slice(3)}</span>
          </button>
        ))}
      </div>
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </div>
  )
}
