import type { Overall } from './overall.ts'
import classes from './Status.module.css'
import { IconAlertTriangle, IconCheck, IconQuestionMark, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const icons = {
  works: IconCheck,
  fails: IconAlertTriangle,
  unknown: IconQuestionMark,
} as const satisfies Record<Overall['state'], Icon>

interface OverallCardProps {
  overall: Overall
  asOf: string | undefined
  action: ReactNode
}

/** Shows the one sentence that matters, readable from a distance. */
export function OverallCard({ overall, asOf, action }: OverallCardProps) {
  const StateIcon = icons[overall.state]
  return (
    <section className={classes.overall} data-state={overall.state} aria-label="Overall">
      <StateIcon size={36} aria-hidden />
      <div>
        {/* The time is outside this element, because it changes every few seconds and would be read out each time. */}
        <div role="status">
          <h2>{overall.sentence}</h2>
          {overall.because !== '' && <p>{overall.because}</p>}
        </div>
        {asOf !== undefined && <p className={classes.asOf}>{asOf}</p>}
      </div>
      {action}
    </section>
  )
}
