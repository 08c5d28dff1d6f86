import { counted, lastedWords, historyMinute } from './history-text.ts'
import classes from './History.module.css'
import { KeepButton } from './KeepButton.tsx'
import { RingName } from './RingName.tsx'
import type { DelayRecord } from '#contract/weather/lightning'
import { useDownloadEvidence } from '#web/data/weather/lightning.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconBolt } from '@tabler/icons-react'

interface LatestDelaysProps {
  delays: readonly DelayRecord[]
  /** The time of the data. */
  asOf: string
  /** The place's. */
  zone: string
}

export function LatestDelays({ delays, asOf, zone }: LatestDelaysProps) {
  return (
    <ol className={classes.latest} aria-label="Latest delays, newest first">
      {delays.map(delay => (
        <LatestDelay key={delay.id} delay={delay} asOf={asOf} zone={zone} />
      ))}
    </ol>
  )
}

interface LatestDelayProps extends Omit<LatestDelaysProps, 'delays'> {
  delay: DelayRecord
}

function LatestDelay({ delay, asOf, zone }: LatestDelayProps) {
  const opened = historyMinute(delay.opened, zone)
  return (
    <li>
      <div className={classes.name}>
        <RingName ring={delay.ring} radiusMiles={delay.radiusMiles} />
        {delay.closed === null && (
          <StatusPill tone="bad" icon={IconBolt}>
            Still running
          </StatusPill>
        )}
      </div>
      <p>
        <span>{opened} ·</span> <span>{lastedWords(delay, asOf)} ·</span>{' '}
        <span>{counted(delay.strikes, 'strike')}</span>
      </p>
      <KeepButton
        label="Evidence"
        of={`the delay of ring ${delay.ring}, opened ${opened}`}
        download={useDownloadEvidence(delay)}
      />
    </li>
  )
}
