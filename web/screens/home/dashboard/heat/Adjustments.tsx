import { shownAdjustment } from './adjustment.ts'
import { shownDegrees, type HeatChoice, type Guidance } from './heat.ts'
import classes from './HeatDialog.module.css'
import type { WorkRestProfile } from '#domain/heat-stress/work-rest'

interface AdjustmentsProps {
  profile: WorkRestProfile
  choice: HeatChoice
  guidance: Guidance
}

/** Shows how the adjusted value is calculated, as a sum. */
export function Adjustments({ profile, choice, guidance }: AdjustmentsProps) {
  const worn = profile.modifiers.filter(({ id }) => choice.modifierIds.includes(id))
  return (
    <section className={classes.panel} aria-labelledby="heat-adjustments">
      <h3 id="heat-adjustments">Adjustments</h3>
      <dl className={classes.sum}>
        <div>
          <dt>Actual {profile.primaryMetric}</dt>
          <dd>{shownDegrees(guidance.actual, profile.primaryMetric)}</dd>
        </div>
        {worn.map(({ id, name, adjustmentF }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{shownAdjustment(adjustmentF)}</dd>
          </div>
        ))}
        {worn.length === 0 && (
          <div>
            <dt className={classes.dim}>No clothing or gear adjustments</dt>
            <dd>{shownAdjustment(0)}</dd>
          </div>
        )}
        <div data-total>
          <dt>Adjusted {profile.primaryMetric}</dt>
          <dd>{shownDegrees(guidance.adjusted, profile.primaryMetric)}</dd>
        </div>
      </dl>
    </section>
  )
}
