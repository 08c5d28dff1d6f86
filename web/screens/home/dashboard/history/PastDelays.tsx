import { PastDelay } from './PastDelay.tsx'
import classes from './PastDelays.module.css'
import type { DelayRecord } from '#contract/weather/lightning'
import type { Location } from '#contract/places/locations'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDelayHistory } from '#web/data/weather/lightning.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { SideSheet } from '#web/parts/dialogs/SideSheet.tsx'
import { Button } from '@mantine/core'
import { IconBoltOff } from '@tabler/icons-react'

interface PastDelaysProps {
  location: Location
  /** The viewer's. */
  zone: string
  onClose: () => void
}

/** One storm opens several delays at the same time. The nearest ring comes first. */
function newestFirst(a: DelayRecord, b: DelayRecord): number {
  return Date.parse(b.opened) - Date.parse(a.opened) || a.ring - b.ring
}

/** Lists a location's delays, each with its evidence. */
export function PastDelays({ location, zone, onClose }: PastDelaysProps) {
  const history = useDelayHistory(location.id)
  const delays = history.data?.pages.flat().sort(newestFirst)
  return (
    <SideSheet title={`Past delays of ${location.label}`} opened onClose={onClose}>
      <div className={classes.sheet}>
        {history.isError && (
          <ErrorNote
            title="Past delays could not be loaded"
            text={plainReason(history.error)}
            onRetry={() => void history.refetch()}
          />
        )}
        {history.isPending && <Waiting />}
        {delays?.length === 0 && (
          <EmptyState
            icon={<IconBoltOff size={32} stroke={1.5} aria-hidden />}
            title="No delay yet"
            text="When lightning strikes inside a ring, the delay is recorded here with its evidence."
          />
        )}
        {delays && delays.length > 0 && (
          <>
            <HowToCheck />
            <ol className={classes.delays} aria-label="Delays, newest first">
              {delays.map(delay => (
                <PastDelay key={delay.id} delay={delay} placeZone={location.timeZone} zone={zone} />
              ))}
            </ol>
          </>
        )}
        {history.hasNextPage && (
          <Button
            variant="default"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Show older
          </Button>
        )}
      </div>
    </SideSheet>
  )
}

function HowToCheck() {
  return (
    <div className={classes.check}>
      <p>
        Evidence is everything a delay is based on. Each entry is chained to the one before it, so any change
        would show. The table has the same data for a spreadsheet.
      </p>
      <p>To have a file verified, send it to your Skywarden operator.</p>
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading...
      </span>
      <div />
      <div />
      <div />
    </div>
  )
}
