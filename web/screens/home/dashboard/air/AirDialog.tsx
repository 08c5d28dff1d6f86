import { entriesOf, indexRows, type PollutantEntry } from './air.ts'
import classes from './AirDialog.module.css'
import { Gauge } from './Gauge.tsx'
import type { PollutantAtLocation } from '#contract/weather/air-quality'
import { shownIndex, sensorMiles } from '#web/parts/weather/air-text.ts'
import { AirUpdated } from '#web/parts/weather/AirUpdated.tsx'
import { DetailsDialog } from '#web/parts/dialogs/DetailsDialog.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { FactList } from '#web/parts/page/Facts.tsx'
import { IconStarFilled, IconWindOff } from '@tabler/icons-react'

interface AirDialogProps {
  pollutants: readonly PollutantAtLocation[]
  zone: string
  nowMs: number
  onClose: () => void
}

/** Shows each pollutant separately, the main one first. */
export function AirDialog({ pollutants, zone, nowMs, onClose }: AirDialogProps) {
  return (
    <DetailsDialog title="Air Quality Details" size={1040} onClose={onClose}>
      <div className={classes.pollutants}>
        {entriesOf(pollutants).map(entry => (
          <PollutantCard key={entry.name} entry={entry} zone={zone} nowMs={nowMs} />
        ))}
      </div>
    </DetailsDialog>
  )
}

function PollutantCard({ entry, zone, nowMs }: { entry: PollutantEntry; zone: string; nowMs: number }) {
  const { name, pollutant } = entry
  const isMain = pollutant?.isMainPollutant ?? false
  return (
    <section className={classes.pollutant} data-main={isMain || undefined} aria-label={name}>
      <h3>{name}</h3>
      <p className={classes.note}>
        {isMain && (
          <>
            <IconStarFilled size={13} aria-hidden />
            Primary pollutant impacting air quality in your area
          </>
        )}
      </p>
      {pollutant ? (
        <>
          <Gauge name={name} index={pollutant.aqiData.nowCastIndex} />
          <p className={classes.updated}>
            <AirUpdated
              time={pollutant.utcTimeStamp}
              freshUntil={pollutant.freshUntil}
              nowMs={nowMs}
              zone={zone}
            />
          </p>
          <FactList
            facts={[
              ...indexRows(pollutant).map(({ label, index }) => ({
                label,
                value: (
                  <>
                    {shownIndex(index.value)}
                    {index.shortDescription !== null && (
                      <span className={classes.category}>
                        <span
                          className={classes.dot}
                          style={{ background: index.color ?? undefined }}
                          aria-hidden="true"
                        />
                        {index.shortDescription}
                      </span>
                    )}
                  </>
                ),
              })),
              { label: 'Source', value: pollutant.sourceName },
              { label: 'Distance', value: sensorMiles(pollutant.distanceInMiles) },
            ]}
          />
        </>
      ) : (
        <EmptyState
          icon={<IconWindOff size={32} stroke={1.5} aria-hidden />}
          title="No data is available for this location"
          text="No sensor within 10 miles measures it."
        />
      )}
    </section>
  )
}
