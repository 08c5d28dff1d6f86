import classes from './NothingWatched.module.css'
import { ringDash } from '#web/parts/weather/ring-lines.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconQuestionMark } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/**
 * Shown in place of the selected location's state. While there is no location, the page points that out instead of
 * looking calm.
 */
export function NothingWatched({ action }: { action: ReactNode }) {
  return (
    <section className={classes.hero} aria-labelledby="nothing-watched">
      <div className={classes.state}>
        <StatusPill tone="unknown" icon={IconQuestionMark}>
          Unknown
        </StatusPill>
        <h2 id="nothing-watched">You don't have any locations added</h2>
        <p>Add a location to continue.</p>
        <div className={classes.acts}>{action}</div>
        <p>
          This page shows no lightning status. Treat every location as unsafe, and wait 30 minutes after the
          last thunder.
        </p>
      </div>
      <Rings />
    </section>
  )
}

function Rings() {
  return (
    <svg className={classes.rings} viewBox="-130 -112 260 224" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle r="104" strokeDasharray={ringDash(4)} />
        <circle r="76" strokeDasharray={ringDash(3)} />
        <circle r="49" strokeDasharray={ringDash(2)} />
        <circle r="24" />
      </g>
      <path d="M-124 0H124M0-108V108" stroke="currentColor" strokeWidth="1" opacity=".35" />
      <circle r="3.500" fill="currentColor" />
    </svg>
  )
}
