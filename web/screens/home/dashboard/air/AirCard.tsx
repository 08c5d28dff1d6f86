import { airStanding } from './air.ts'
import classes from './Air.module.css'
import { Gauge } from './Gauge.tsx'
import type { Location } from '#contract/places/locations'
import type { WirePolicy } from '#contract/places/policies'
import { useAirQuality } from '#web/data/weather/air-quality.ts'
import { useServerNowMs } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { mainOf, sensorMiles } from '#web/parts/weather/air-text.ts'
import { AirUpdated } from '#web/parts/weather/AirUpdated.tsx'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useLazyDialog } from '#web/parts/dialogs/use-lazy-dialog.ts'
import { Button } from '@mantine/core'

const AirDialog = fetchedPart(() => import('./AirDialog.tsx').then(file => file.AirDialog))

interface AirCardProps {
  location: Location
  /** The policies that apply to the person; empty until they are known. */
  policies: readonly WirePolicy[]
}

/** Shows air quality at a place. Hidden if no sensor is nearby, but not while that is unknown. */
export function AirCard({ location, policies }: AirCardProps) {
  const asked = useAirQuality(location.id)
  const error = useStandingError(asked)
  const { data: pollutants, refetch } = asked
  const nowMs = useServerNowMs()
  const dialog = useLazyDialog(AirDialog.fetch, 'Air Quality Details')
  const main = mainOf(pollutants ?? [])
  if (pollutants && !main) return null
  const standing = main ? airStanding(main, policies, nowMs) : null
  return (
    <Card
      title="Air Quality"
      aside={
        main && (
          <Button variant="subtle" size="compact-sm" px={6} mr={-6} onClick={() => void dialog.open()}>
            View Details
            <span className="visually-hidden"> of the air quality</span>
          </Button>
        )
      }
    >
      <div className={classes.body}>
        {error && !pollutants && (
          <ErrorNote
            title="Your AQI data is taking a breather. Hang tight and we'll be back soon!"
            text={plainReason(error)}
            onRetry={() => void refetch()}
          />
        )}
        {main && (
          <>
            <Gauge key={location.id} name={main.pollutantName} index={main.aqiData.nowCastIndex} />
            <p className={classes.main}>{main.pollutantName} · NowCast index</p>
            {standing && (
              <p className={classes.standing} data-level={standing.level}>
                {standing.words}
              </p>
            )}
            <p className={classes.foot}>
              <span>
                {main.sourceName}, {sensorMiles(main.distanceInMiles)}
              </span>
              <AirUpdated time={main.utcTimeStamp} freshUntil={main.freshUntil} nowMs={nowMs} />
            </p>
          </>
        )}
        {!pollutants && !error && (
          <div className={classes.skeleton} role="status" aria-label="Loading air quality" />
        )}
      </div>
      {dialog.isOpen && pollutants && (
        <AirDialog pollutants={pollutants} zone={location.timeZone} nowMs={nowMs} onClose={dialog.close} />
      )}
    </Card>
  )
}
