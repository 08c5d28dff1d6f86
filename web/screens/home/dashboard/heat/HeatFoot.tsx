import classes from './Heat.module.css'
import { shownDegrees } from './heat.ts'
import type { ObservedMeasure } from '#contract/weather/measures'
import type { WorkRestProfile } from '#domain/heat-stress/work-rest'
import { timeAgo } from '#domain/units/time-ago'
import { conditionMarkOf } from '#web/screens/home/dashboard/conditions/conditions.ts'

interface HeatFootProps {
  measure: ObservedMeasure
  isOld: boolean
  profile: WorkRestProfile
  nowMs: number
}

/** Shows what the guidance is based on: who measured it, how long ago, and which profile applies. */
export function HeatFoot({ measure, isOld, profile, nowMs }: HeatFootProps) {
  const { source, observationTime, value } = measure
  const age = observationTime === null ? null : timeAgo(Date.parse(observationTime), nowMs)
  const mark = conditionMarkOf(measure)
  return (
    <p className={classes.foot}>
      {value === null && <span data-old>No current value: treat as hot</span>}
      {value !== null && isOld && (
        <span data-old>
          Old value, treat as hot: {shownDegrees(value, profile.primaryMetric)}, {age}
        </span>
      )}
      {value !== null && (
        <>
          <span>{source}</span>
          {!isOld && <span>{age}</span>}
          {mark && <span>{mark.kind}</span>}
        </>
      )}
      <span>{profile.name}</span>
    </p>
  )
}
