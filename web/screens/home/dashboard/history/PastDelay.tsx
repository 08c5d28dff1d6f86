import { counted } from './history-text.ts'
import { KeepButton } from './KeepButton.tsx'
import classes from './PastDelays.module.css'
import { RingName } from './RingName.tsx'
import type { DelayRecord } from '#contract/weather/lightning'
import { useDownloadEvidence, useDownloadTable } from '#web/data/weather/lightning.ts'
import { shownDuration } from '#web/parts/time/durations.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { shownInstant, shownToActOn } from '#web/parts/time/times.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { IconBolt, IconHistory } from '@tabler/icons-react'

const minuteMs = 60_000

interface PastDelayProps {
  delay: DelayRecord
  /** Past times are in the place's local time. */
  placeZone: string
  /** The viewer's. */
  zone: string
}

export function PastDelay({ delay, placeZone, zone }: PastDelayProps) {
  const opened = shownInstant(delay.opened, placeZone)
  const which = `the delay of ring ${delay.ring}, opened ${opened}`
  return (
    <li className={classes.delay} data-delay={delay.id}>
      <div className={classes.ring}>
        <h3>
          <RingName ring={delay.ring} radiusMiles={delay.radiusMiles} />
        </h3>
        {/* Gray, not green, because a past All Clear does not describe the present. */}
        {delay.closed === null ? (
          <StatusPill tone="bad" icon={IconBolt}>
            Still running
          </StatusPill>
        ) : (
          <StatusPill tone="quiet" icon={IconHistory}>
            Ended
          </StatusPill>
        )}
      </div>
      <p>Opened {opened}</p>
      <End delay={delay} placeZone={placeZone} zone={zone} />
      <div className={classes.foot}>
        <p>
          <Lasted delay={delay} /> · {counted(delay.strikes, 'strike')}
        </p>
        <div className={classes.files}>
          <KeepButton label="Evidence" of={which} download={useDownloadEvidence(delay)} />
          <KeepButton label="Table" of={which} download={useDownloadTable(delay)} />
        </div>
      </div>
    </li>
  )
}

function End({ delay, placeZone, zone }: PastDelayProps) {
  return delay.closed === null ? (
    <p>All Clear not before {shownToActOn(delay.endsAt, zone, placeZone)}</p>
  ) : (
    <p>All Clear at {shownInstant(delay.closed, placeZone)}</p>
  )
}

function Lasted({ delay }: { delay: DelayRecord }) {
  const now = useNow()
  const openedMs = Date.parse(delay.opened)
  if (delay.closed !== null) return `Lasted ${shownDuration(Date.parse(delay.closed) - openedMs)}`
  const soFarMs = now.getTime() - openedMs
  // The page updates only once a minute, so seconds would not advance.
  return soFarMs < minuteMs ? 'Under a minute so far' : `${shownDuration(soFarMs)} so far`
}
