import classes from './StatusPill.module.css'
import type { Icon } from '@tabler/icons-react'

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet' | 'unknown'

interface StatusPillProps {
  tone: Tone
  icon: Icon
  /** Hatched: what it says cannot be relied on. */
  isUnsure?: boolean
  children: string
}

/** A state in words, with an icon: never by colour alone. Unknown is hatched. */
export function StatusPill({ tone, icon: PillIcon, isUnsure = false, children }: StatusPillProps) {
  return (
    <span className={classes.pill} data-tone={tone} data-unsure={isUnsure || undefined}>
      <PillIcon size={14} aria-hidden />
      {children}
    </span>
  )
}
