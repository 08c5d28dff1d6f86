import { instrumentStateOf } from './instrument-text.ts'
import classes from './Instruments.module.css'
import type { Instrument } from '#contract/devices/instruments'
import { useServerSecond } from '#web/data/devices/instruments.ts'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import { IconCircleCheck, IconHourglass, IconPlugOff, type Icon } from '@tabler/icons-react'

const stateIcons: Partial<Record<PillTone, Icon>> = { good: IconCircleCheck, bad: IconPlugOff }

/** Shows whether the instrument is sending, and when it last did. */
export function StatePill({ instrument }: { instrument: Pick<Instrument, 'heardAt' | 'isSilent'> }) {
  const { tone, label, age } = instrumentStateOf(instrument, useServerSecond())
  return (
    <span className={classes.pills}>
      <StatusPill tone={tone} icon={stateIcons[tone] ?? IconHourglass}>
        {label}
      </StatusPill>
      {age !== null && <span className={classes.dim}>{age}</span>}
    </span>
  )
}
