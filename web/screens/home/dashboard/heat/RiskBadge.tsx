import classes from './WorkRest.module.css'
import type { RiskLevel } from '#domain/heat-stress/work-rest'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconFlame, IconQuestionMark } from '@tabler/icons-react'
import type { CSSProperties } from 'react'

interface RiskBadgeProps {
  level: RiskLevel | null
  /** The profile's levels. */
  levels: readonly RiskLevel[]
}

/**
 * `High Risk`, in the level's own colors; the worst level is the strongest. Without a value the risk is unknown,
 * never low.
 */
export function RiskBadge({ level, levels }: RiskBadgeProps) {
  if (!level) {
    return (
      <StatusPill tone="unknown" icon={IconQuestionMark}>
        Risk unknown
      </StatusPill>
    )
  }
  const isWorst = levels.every(({ max }) => max <= level.max)
  return (
    <span
      className={classes.badge}
      data-worst={isWorst || undefined}
      style={{ '--level': level.color } as CSSProperties}
    >
      <IconFlame size={16} aria-hidden />
      {level.name} Risk
    </span>
  )
}
