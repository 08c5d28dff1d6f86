import classes from './AirQuality.module.css'
import type { WireIndex } from '#contract/weather/air-quality'
import { shownIndex } from '#web/parts/weather/air-text.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconQuestionMark } from '@tabler/icons-react'

/** Shows an air quality index as a number and in words, or 'unknown'. */
export function AirIndex({ index }: { index: WireIndex }) {
  if (index.value === null) {
    return (
      <StatusPill tone="unknown" icon={IconQuestionMark}>
        Unknown
      </StatusPill>
    )
  }
  return (
    <span className={classes.index}>
      <span className={classes.swatch} style={{ background: index.color ?? undefined }} aria-hidden="true" />
      <span className={classes.value}>{shownIndex(index.value)}</span>
      <span>{index.shortDescription ?? 'Category unknown'}</span>
    </span>
  )
}
