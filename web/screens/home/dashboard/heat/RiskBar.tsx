import classes from './HeatDialog.module.css'
import { barLevels, inkOn, placeOnBar } from './risk-bar.ts'
import type { RiskLevel } from '#domain/heat-stress/work-rest'
import { IconTriangleFilled } from '@tabler/icons-react'

interface RiskBarProps {
  levels: readonly RiskLevel[]
  level: RiskLevel | null
  adjusted: number | null
}

/** Shows all risk levels, with the adjusted value's position among them. */
export function RiskBar({ levels, level, adjusted }: RiskBarProps) {
  return (
    <section className={classes.wide} aria-labelledby="heat-risk-level">
      <h3 id="heat-risk-level">Risk level</h3>
      <div className={classes.risk}>
        <ol className={classes.levels}>
          {barLevels(levels, level).map(({ level: each, range, isReached }) => (
            <li key={each.id} aria-current={isReached || undefined}>
              <span
                className={classes.levelName}
                style={{ background: each.color, color: inkOn(each.color) }}
              >
                {each.name}
              </span>
              <span className={classes.levelRange}>{range}</span>
            </li>
          ))}
        </ol>
        {adjusted !== null && (
          <span
            className={classes.pointer}
            style={{ left: `${placeOnBar(adjusted, levels) * 100}%` }}
            aria-hidden="true"
          >
            <IconTriangleFilled size={14} />
          </span>
        )}
      </div>
      <p className={classes.dim}>
        {level ? `${level.name} Risk: ${level.description}` : 'Without a value, the risk is unknown.'}
      </p>
    </section>
  )
}
