import { Adjustments } from './Adjustments.tsx'
import { Cycles } from './Cycles.tsx'
import { guidanceOf, shownDegrees, type HeatChoice } from './heat.ts'
import { HeatForecast } from './HeatForecast.tsx'
import classes from './HeatDialog.module.css'
import type { HeatHour } from './days.ts'
import { Pickers } from './Pickers.tsx'
import { RiskBadge } from './RiskBadge.tsx'
import { RiskBar } from './RiskBar.tsx'
import { heatAdvice, understanding } from './understanding.ts'
import { WorkRestFigure } from './WorkRestFigure.tsx'
import type { Location } from '#contract/places/locations'
import type { ObservedMeasure } from '#contract/weather/measures'
import type { RiskLevel, WorkRestProfile } from '#domain/heat-stress/work-rest'
import { timeAgo } from '#domain/units/time-ago'
import { DetailsDialog } from '#web/parts/dialogs/DetailsDialog.tsx'
import { zoneAbbreviation } from '#web/parts/time/zones.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface HeatDialogProps {
  location: Location
  profile: WorkRestProfile
  levels: readonly RiskLevel[]
  /** The observation; undefined if unknown. */
  measure: ObservedMeasure | undefined
  choice: HeatChoice
  nowMs: number
  onChoose: (choice: HeatChoice) => void
  onClose: () => void
}

/** Shows everything about work in the heat at a place, now or in a selected forecast hour. */
export function HeatDialog(props: HeatDialogProps) {
  const { location, profile, levels, measure, choice, nowMs, onChoose, onClose } = props
  const [hour, setHour] = useState<HeatHour | null>(null)
  const metric = profile.primaryMetric
  const guidance = guidanceOf(hour ? hour.actual : (measure?.value ?? null), profile, levels, choice)
  const { what, how } = understanding[metric]
  const setIntensity = (intensityId: number) => onChoose({ ...choice, intensityId })
  return (
    <DetailsDialog
      title="Heat Stress Details"
      sub={`${location.label} · ${profile.name}`}
      size={1080}
      onClose={onClose}
    >
      <div className={classes.grid}>
        <section className={classes.panel} aria-label="Work and rest">
          <div className={classes.when}>
            <p role="status">
              {hour
                ? `Forecast for ${hour.weekday}, ${hour.clock} ${zoneAbbreviation(location.timeZone, new Date(hour.startMs))}`
                : nowWords(measure, nowMs)}
            </p>
            {hour && (
              <Button variant="default" size="compact-sm" onClick={() => setHour(null)}>
                Back to now
              </Button>
            )}
          </div>
          <WorkRestFigure workPercent={guidance.workPercent} profile={profile} />
          <div className={classes.values}>
            {profile.useRiskProfile && <RiskBadge level={guidance.level} levels={levels} />}
            <p>
              <strong>{shownDegrees(guidance.adjusted, metric)}</strong> {metric} adjusted
            </p>
            <p className={classes.dim}>{shownDegrees(guidance.actual, metric)} actual</p>
          </div>
        </section>
        <Pickers profile={profile} choice={choice} onChoose={onChoose} />
        {profile.useRiskProfile && levels.length > 0 && (
          <RiskBar levels={levels} level={guidance.level} adjusted={guidance.adjusted} />
        )}
        <Cycles
          profile={profile}
          adjusted={guidance.adjusted}
          chosen={choice.intensityId}
          onChoose={setIntensity}
        />
        <Adjustments profile={profile} choice={choice} guidance={guidance} />
        <HeatForecast
          locationId={location.id}
          zone={location.timeZone}
          profile={profile}
          levels={levels}
          choice={choice}
          picked={hour}
          onPick={setHour}
        />
        <section className={classes.wide} aria-labelledby="understanding-heat-stress">
          <h3 id="understanding-heat-stress">Understanding Heat Stress</h3>
          <div className={classes.understanding}>
            <div>
              <h4>{metric}</h4>
              <p>{what}</p>
              <p>{how}</p>
            </div>
            <ul>
              {heatAdvice.map(advice => (
                <li key={advice}>{advice}</li>
              ))}
            </ul>
          </div>
        </section>
      </div>
    </DetailsDialog>
  )
}

function nowWords(measure: ObservedMeasure | undefined, nowMs: number): string {
  if (!measure || measure.value === null) return 'Now: no current value, treat as hot'
  const age = measure.observationTime === null ? null : timeAgo(Date.parse(measure.observationTime), nowMs)
  return `Now, observed ${age ?? 'at an unknown time'}`
}
