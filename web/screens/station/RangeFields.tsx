import classes from './Station.module.css'
import type { NamedRange } from '#domain/reports/custom-range'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useId } from 'react'

interface RangeFieldsProps {
  range: NamedRange
  onChange: (range: NamedRange) => void
  /** The last selectable day, such as '2026-07-04'. */
  lastDay: string
  /** Why the range is not valid. */
  fault: string | null
}

/** Fields for two days in the station's calendar. */
export function RangeFields({ range, onChange, lastDay, fault }: RangeFieldsProps) {
  const id = useId()
  const shared = { type: 'date', max: lastDay, 'aria-describedby': id, 'aria-invalid': fault !== null }
  return (
    <div className={classes.range}>
      <div className={classes.dates}>
        <TextInput
          {...shared}
          label="Start date"
          value={range.startDate}
          onChange={event => onChange({ ...range, startDate: event.currentTarget.value })}
        />
        <TextInput
          {...shared}
          label="End date"
          value={range.endDate}
          onChange={event => onChange({ ...range, endDate: event.currentTarget.value })}
        />
      </div>
      <p id={id} className={classes.fault} role="alert">
        {fault}
      </p>
    </div>
  )
}
