import { toggledMetric } from './draft.ts'
import type { ReportFieldsProps } from './fields.ts'
import classes from './Report.module.css'
import {
  metricLabels,
  reportObservationNames,
  reportObservations,
  unavailableBecause,
  type Metric,
  type ReportObservation,
} from '#domain/reports/report'
import { errorWithin } from '#web/parts/fields/field-errors.ts'
import { Unavailable } from '#web/parts/page/Unavailable.tsx'

/** A field for the report's content: metrics per observation. */
export function ObservationsField({ draft, errors, onChange }: ReportFieldsProps) {
  const error = errorWithin(errors, 'Filters.ObservationTypes', 'Observations')
  const toggle = (observation: ReportObservation, metric: Metric) =>
    onChange({ observations: toggledMetric(draft.observations, observation, metric) })
  return (
    <fieldset className={classes.field}>
      <legend data-required="">Observations</legend>
      <div className={classes.observations}>
        {reportObservationNames.map(observation => (
          <Observation
            key={observation}
            observation={observation}
            chosen={draft.observations[observation] ?? []}
            because={unavailableBecause(observation, draft.interval)}
            onToggle={toggle}
          />
        ))}
      </div>
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </fieldset>
  )
}

interface ObservationProps {
  observation: ReportObservation
  chosen: readonly Metric[]
  /** Why the interval's metric cannot be chosen; null if it can. */
  because: string | null
  onToggle: (observation: ReportObservation, metric: Metric) => void
}

function Observation({ observation, chosen, because, onToggle }: ObservationProps) {
  const { label, unit, metrics } = reportObservations[observation]
  return (
    <div className={classes.observation} role="group" aria-label={label}>
      <p>
        {label} <span>{unit === 'AQI' ? '' : unit}</span>
      </p>
      {metrics.map(metric => (
        <Unavailable key={metric} because={because} className={classes[metric]}>
          {availability => (
            <label className={classes.metric} data-disabled={because !== null || undefined}>
              <input
                type="checkbox"
                aria-label={`${label} ${metricLabels[metric]}`}
                checked={chosen.includes(metric)}
                {...availability}
                onChange={() => because === null && onToggle(observation, metric)}
              />
              {metricLabels[metric]}
            </label>
          )}
        </Unavailable>
      ))}
    </div>
  )
}
