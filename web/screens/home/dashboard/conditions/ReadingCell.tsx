import type { ShownReading } from './conditions.ts'
import classes from './Conditions.module.css'
import type { LimitState } from './limits.ts'
import { Hint } from '#web/parts/page/Hint.tsx'
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCheck,
  IconSnowflake,
  type Icon,
} from '@tabler/icons-react'

const reported: Readonly<Record<LimitState['level'], string>> = {
  breach: 'Policy breached: ',
  near: 'Close to the policy: ',
  fine: 'Within the policy: ',
}

const icons: Readonly<Record<LimitState['level'] | 'cold', Icon>> = {
  breach: IconAlertTriangleFilled,
  cold: IconSnowflake,
  near: IconAlertTriangle,
  fine: IconCheck,
}

/** Shows a value with its unit, its mark, its policy state and, if it is old or from another source, a note. */
export function ReadingCell({ reading }: { reading: ShownReading }) {
  const { name, shown, unit, standing, mark, origin, isOld } = reading
  return (
    <div className={classes.cell} data-level={standing?.level} data-cold={standing?.isCold || undefined}>
      <dt>
        {name}
        {mark && (
          <Hint text={mark.text} className={classes.mark}>
            {mark.kind === 'estimated' ? 'est.' : 'calc.'}
          </Hint>
        )}
      </dt>
      <dd className={classes.value} data-old={isOld || undefined}>
        {shown}
        <span className={classes.unit}> {unit}</span>
      </dd>
      {standing && <StandingLine standing={standing} />}
      {origin !== null && (
        <dd className={classes.origin} data-old={isOld || undefined}>
          {isOld && 'Old: '}
          {origin}
        </dd>
      )}
    </div>
  )
}

function StandingLine({ standing }: { standing: LimitState }) {
  const StandingIcon = icons[standing.level === 'breach' && standing.isCold ? 'cold' : standing.level]
  return (
    <dd className={classes.standing}>
      <StandingIcon size={13} aria-hidden />
      <span>
        <span className="visually-hidden">{reported[standing.level]}</span>
        {standing.words}
      </span>
    </dd>
  )
}
