import classes from './StatusPill.module.css'
import type { Icon } from '@tabler/icons-react'

export type PillTone = 'good' | 'bad' | 'warn' | 'info' | 'quiet' | 'unknown'

interface StatusPillProps {
  tone: PillTone
  icon: Icon
  children: string
}

/** Shows a state in words with an icon, never by color alone. Unknown is hatched. */
export function StatusPill({ tone, icon: PillIcon, children }: StatusPillProps) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <PillIcon size={14} aria-hidden />
      {children}
    </span>
  )
}
