import classes from './Forecast.module.css'
import { metricLooks, type ForecastMetric, type ForecastView } from './metrics.ts'
import { Segments } from '#web/parts/fields/Segments.tsx'

const views: readonly (readonly [ForecastView, string])[] = [
  ['hourly', 'Hourly'],
  ['daily', 'Daily'],
]

interface ForecastControlsProps {
  view: ForecastView
  metric: ForecastMetric
  metrics: readonly ForecastMetric[]
  onView: (view: ForecastView) => void
  onMetric: (metric: ForecastMetric) => void
}

export function ForecastControls({ view, metric, metrics, onView, onMetric }: ForecastControlsProps) {
  return (
    <div className={classes.controls}>
      <Segments label="Span" choices={views} chosen={view} onChoose={onView} />
      <Segments
        label="Metric"
        choices={metrics.map(value => [value, metricLooks[value].label] as const)}
        chosen={metric}
        onChoose={onMetric}
      />
    </div>
  )
}
