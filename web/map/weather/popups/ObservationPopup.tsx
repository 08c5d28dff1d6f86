import { observationFacts } from './observation-text.ts'
import classes from './Popups.module.css'
import type { PlaceObservation } from '#contract/weather/conditions'
import type { Point } from '#domain/geo/distance'
import { timeAgo } from '#domain/units/time-ago'
import { useObservationAt } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { MapPopup } from '#web/map/popups/MapPopup.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { FactList } from '#web/parts/page/Facts.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { stationPath } from '#web/parts/weather/station-path.ts'
import { shownClock } from '#web/parts/time/times.ts'
import { useState } from 'react'
import { Link } from 'react-router'

interface ObservationPopupProps {
  at: Point
  /** The station's name, if a station was picked. */
  title?: string
  /** Which source to show first. */
  first?: Source
  zone: string
  nowMs: number
  onClose: () => void
}

const sources = [
  ['preferred', 'Preferred'],
  ['metar', 'METAR'],
] as const
type Source = (typeof sources)[number][0]

/** Shows the weather at a point on the map, from one of the viewer's stations nearby or from airports alone. */
export function ObservationPopup(props: ObservationPopupProps) {
  const { at, title = 'Observation', first = 'preferred', zone, nowMs, onClose } = props
  const [source, setSource] = useState<Source>(first)
  const asked = useObservationAt(at, source === 'preferred')
  const error = useStandingError(asked)
  const { data, refetch } = asked
  return (
    <MapPopup at={at} title={title} onClose={onClose}>
      <div className={classes.source}>
        <Segments label="Source" choices={sources} chosen={source} onChoose={setSource} isWide />
      </div>
      {error && (
        <ErrorNote
          title="The weather here is unknown"
          text={plainReason(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <p role="status">Loading…</p>}
      {data && <ObservationShown observation={data} zone={zone} nowMs={nowMs} />}
    </MapPopup>
  )
}

interface ObservationShownProps {
  observation: PlaceObservation
  zone: string
  nowMs: number
}

function ObservationShown({ observation, zone, nowMs }: ObservationShownProps) {
  const { data, state, weatherStation, metarStation } = observation
  if (state === 'Missing') return <p>No nearby station has reported recently.</p>
  const station = weatherStation ?? metarStation
  const observedMs = data.observationTime === null ? null : Date.parse(data.observationTime)
  return (
    <>
      <p className={state === 'Stale' ? classes.old : classes.dim}>
        {station && `${station.name}, ${station.distanceInMiles.toFixed(1)} mi away`}
        {observedMs !== null &&
          ` · ${shownClock(new Date(observedMs), zone)}, ${timeAgo(observedMs, nowMs) ?? ''}`}
        {state === 'Stale' && ' · old'}
      </p>
      <FactList facts={observationFacts(observation)} />
      {observation.canViewHistorical && weatherStation && weatherStation.type > 0 && (
        <Link className={classes.history} to={stationPath(weatherStation.id, weatherStation.imageUrl)}>
          View history
        </Link>
      )}
    </>
  )
}
