import classes from './Forecast.module.css'
import { metricLooks, type Metric, type View } from './metrics.ts'

const views: readonly (readonly [View, string])[] = [
  ['hourly', 'Hourly'],
  ['daily', 'Daily'],
]

interface ForecastControlsProps {
  view: View
  metric: Metric
  metrics: readonly Metric[]
  onView: (view: View) => void
  onMetric: (metric: Metric) => void
}

export function ForecastControls({ view, metric, metrics, onView, onMetric }: ForecastControlsProps) {
  return (
    <div className={classes.controls}>
      <div className={classes.segments} role="group" aria-label="Span">
        {views.map(([value, label]) => (
          <button key={value} type="button" aria-pressed={view === value} onClick={() => onView(value)}>
            {label}
          </button>
        ))}
      </div>
      <div className={classes.segments} role="group" aria-label="Metric">
        {metrics.map(value => (
          <button
            key={value}
            type="button"
            data-metric={value}
            aria-pressed={metric === value}
            onClick={() => onMetric(value)}
          >
            {metricLooks[value].label}
          </button>
        ))}
      </div>
    </div>
  )
}
