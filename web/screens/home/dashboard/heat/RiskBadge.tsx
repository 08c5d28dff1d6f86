import classes from './WorkRest.module.css'
import type { RiskLevel } from '#domain/heat-stress/work-rest'
import { StatusPill } from '#web/parts/StatusPill.tsx'
import { IconFlame, IconQuestionMark } from '@tabler/icons-react'
import type { CSSProperties } from 'react'

/** `High Risk`, in the level's own colours. Without a value the risk is unknown, never low. */
export function RiskBadge({ level }: { level: RiskLevel | null }) {
  if (!level) {
    return (
      <StatusPill tone="unknown" icon={IconQuestionMark}>
        Risk unknown
      </StatusPill>
    )
  }
  return (
    <span className={classes.badge} style={{ '--level': level.color } as CSSProperties}>
      <IconFlame size={16} aria-hidden />
      {level.name} Risk
    </span>
  )
}
