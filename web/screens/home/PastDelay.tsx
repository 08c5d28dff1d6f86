import classes from './PastDelays.module.css'
import type { DelayRecord } from '#contract/lightning'
import { plainReason } from '#web/data/failures.ts'
import { useDownloadEvidence, useDownloadTable } from '#web/data/lightning.ts'
import { shownDuration } from '#web/parts/durations.ts'
import { StatusPill } from '#web/parts/StatusPill.tsx'
import { shownInstant } from '#web/parts/times.ts'
import { useNow } from '#web/parts/use-now.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconBolt, IconDownload, IconHistory } from '@tabler/icons-react'

const minuteMs = 60_000

interface PastDelayProps {
  delay: DelayRecord
  zone: string
}

export function PastDelay({ delay, zone }: PastDelayProps) {
  const opened = shownInstant(delay.opened, zone)
  const which = `the delay of ring ${delay.ring}, opened ${opened}`
  return (
    <li className={classes.delay} data-delay={delay.id}>
      <div className={classes.ring} data-ring={delay.ring}>
        <span className={classes.dot} aria-hidden="true" />
        <h3>
          Ring {delay.ring} · {delay.radiusMiles} mi
        </h3>
        {/* Grey and not green: that it was clear once says nothing about now. */}
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
      <End delay={delay} zone={zone} />
      <div className={classes.foot}>
        <p>
          <Lasted delay={delay} /> · {delay.strikes === 1 ? '1 strike' : `${delay.strikes} strikes`}
        </p>
        <div className={classes.files}>
          <Keep label="Evidence" which={which} download={useDownloadEvidence(delay)} />
          <Keep label="Table" which={which} download={useDownloadTable(delay)} />
        </div>
      </div>
    </li>
  )
}

function End({ delay, zone }: PastDelayProps) {
  return delay.closed === null ? (
    <p>All Clear not before {shownInstant(delay.endsAt, zone)}</p>
  ) : (
    <p>All Clear at {shownInstant(delay.closed, zone)}</p>
  )
}

function Lasted({ delay }: { delay: DelayRecord }) {
  const now = useNow()
  const openedMs = Date.parse(delay.opened)
  if (delay.closed !== null) return `Lasted ${shownDuration(Date.parse(delay.closed) - openedMs)}`
  const soFarMs = now.getTime() - openedMs
  // The time is looked at once a minute: seconds would stand still.
  return soFarMs < minuteMs ? 'Under a minute so far' : `${shownDuration(soFarMs)} so far`
}

interface KeepProps {
  label: string
  which: string
  download: { mutateAsync: () => Promise<void>; isPending: boolean }
}

function Keep({ label, which, download }: KeepProps) {
  const toast = useToast()

  async function keep() {
    try {
      await download.mutateAsync()
    } catch (error) {
      toast({ variant: 'error', header: `${label} could not be downloaded`, text: plainReason(error) })
    }
  }

  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={`${label} of ${which}`}
      loading={download.isPending}
      onClick={() => void keep()}
    >
      {label}
    </Button>
  )
}
