import { StationConditions } from './StationConditions.tsx'
import { EvapotranspirationCard } from './evapotranspiration/EvapotranspirationCard.tsx'
import { StationHistory } from './history/StationHistory.tsx'
import { LatestImage } from './image/LatestImage.tsx'
import { ShareCard } from './ShareCard.tsx'
import { SnapshotsCard } from './snapshots/SnapshotsCard.tsx'
import classes from './Station.module.css'
import { StationHeader } from './StationHeader.tsx'
import { hasEvapotranspiration } from './station-text.ts'
import type { WeatherStation } from '#contract/devices/stations'
import { useServerNowMs } from '#web/data/weather/conditions.ts'
import { useViewer } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { droppedWords } from '#web/parts/weather/dropped-text.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { IconChartLine } from '@tabler/icons-react'

interface StationShownProps {
  station: WeatherStation
  /** The image named in the URL. */
  askedImage: string | undefined
  /** Whether the last request failed, which means that the values are from an earlier one. */
  isCutOff: boolean
}

export function StationShown({ station, askedImage, isCutOff }: StationShownProps) {
  const nowMs = useServerNowMs()
  const viewer = useViewer()
  return (
    <>
      <StationHeader station={station} nowMs={nowMs} hasBack={viewer !== null} />
      <div className={classes.page}>
        {isCutOff && (
          <WarningNote
            title="No recent update from the server"
            text="Values on this page are from the last update. We’ll try again every minute."
          />
        )}
        {station.dropped && (
          <WarningNote
            title="Data from this station was dropped"
            text={`${droppedWords(station.dropped.because)} Last at ${shownInstant(station.dropped.at, station.timeZone)}.`}
          />
        )}
        <div className={classes.top}>
          <StationConditions station={station} nowMs={nowMs} />
          <LatestImage station={station} asked={askedImage} nowMs={nowMs} />
        </div>
        {station.canShare && <ShareCard station={station} />}
        {station.canViewHistorical ? (
          <>
            <StationHistory station={station} viewer={viewer} nowMs={nowMs} />
            <SnapshotsCard station={station} mayExport={viewer !== null} />
            {hasEvapotranspiration(station) && <EvapotranspirationCard station={station} nowMs={nowMs} />}
          </>
        ) : (
          <Card title="Historical Data">
            <EmptyState
              icon={<IconChartLine size={32} stroke={1.5} aria-hidden />}
              title="No history for this station"
              text="Skywarden keeps the history of your organization's own stations."
            />
          </Card>
        )}
      </div>
    </>
  )
}
