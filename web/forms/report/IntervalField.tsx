import { intervalFault } from './draft.ts'
import type { ReportFieldsProps } from './fields.ts'
import classes from './Report.module.css'
import { reportIntervals, type ReportInterval } from '#domain/reports/report'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Segments } from '#web/parts/fields/Segments.tsx'

interface IntervalFieldProps extends ReportFieldsProps {
  onChoose: (interval: ReportInterval) => void
}

type IntervalText = `${ReportInterval}`

const choices = reportIntervals.map(({ minutes, label }) => [`${minutes}`, label] as const)
const minutesOf: Readonly<Record<IntervalText, ReportInterval>> = { 15: 15, 30: 30, 60: 60, 1440: 1440 }

export function IntervalField({ draft, errors, onChoose }: IntervalFieldProps) {
  const error = errorOf(errors, 'DataInterval', 'Data interval')
  return (
    <div className={classes.field}>
      <span className={classes.label}>Data interval</span>
      <Segments
        label="Data interval"
        choices={choices}
        chosen={`${draft.interval}`}
        onChoose={text => onChoose(minutesOf[text])}
        unavailable={text =>
          minutesOf[text] === draft.interval ? null : intervalFault(draft, minutesOf[text])
        }
      />
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </div>
  )
}
