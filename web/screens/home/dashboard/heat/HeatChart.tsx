import { heatAxis, hourLabels, type HeatDay, type HeatHour } from './days.ts'
import { guidanceOf, shownDegrees, workWords, type HeatChoice } from './heat.ts'
import classes from './HeatDialog.module.css'
import { adjustedValue, type RiskLevel, type WorkRestProfile } from '#domain/heat-stress/work-rest'
import { LineChart } from '#web/charts/LineChart.tsx'
import { bandStops } from '#web/charts/risk-stops.ts'

/** Sizes from the specification. */
const chartHeight = 350

interface HeatChartProps {
  days: readonly HeatDay[]
  day: HeatDay
  profile: WorkRestProfile
  levels: readonly RiskLevel[]
  choice: HeatChoice
  picked: HeatHour | null
  onPick: (hour: HeatHour) => void
}

/** Shows one forecast day, adjusted for clothing. The line has the risk colors. */
export function HeatChart({ days, day, profile, levels, choice, picked, onPick }: HeatChartProps) {
  const metric = profile.primaryMetric
  const withGear = (actual: number | null) => adjustedValue(actual, profile, choice.modifierIds)
  const isAdjusted = withGear(0) !== 0
  const every = days.flatMap(({ hours }) => hours).flatMap(({ actual }) => [actual, withGear(actual)])
  const axis = heatAxis(every)
  const [first, last] = [day.hours[0], day.hours.at(-1)]
  if (!axis || !first || !last) return <p className={classes.hint}>No {metric} is forecast.</p>

  function inWords(index: number): string {
    const hour = day.hours[index]
    if (!hour) return ''
    const { adjusted, level, workPercent } = guidanceOf(hour.actual, profile, levels, choice)
    const duration = profile.durationUnit === 'Hour' ? 'minutes' : 'percent'
    const risk = level ? `, ${level.name} Risk` : ''
    return `${hour.clock}: ${shownDegrees(adjusted, metric)} adjusted${risk}, ${workWords(workPercent, profile, duration)}`
  }

  const index = day.hours.findIndex(({ startMs }) => startMs === picked?.startMs)
  return (
    <div className={classes.chart}>
      <LineChart
        label={`${metric}, ${day.name}, hour by hour`}
        points={day.hours.map(({ startMs, actual }) => ({ x: startMs, value: withGear(actual) }))}
        span={[first.startMs, last.startMs]}
        axis={axis}
        xTicks={hourLabels(day.hours)}
        height={chartHeight}
        unit="°F"
        picked={index === -1 ? null : index}
        onPick={next => {
          const hour = next === null ? undefined : day.hours[next]
          if (hour) onPick(hour)
        }}
        follows="drag"
        valueText={inWords}
        stops={profile.useRiskProfile ? bandStops(levels, axis) : []}
        under={isAdjusted ? day.hours.map(({ actual }) => actual) : undefined}
      />
      <p className={classes.readout}>
        {index === -1 ? `${day.name}: no hour selected` : inWords(index)}
        {isAdjusted && <span className={classes.dashed}>dashed: actual</span>}
      </p>
    </div>
  )
}
