import classes from './Popups.module.css'
import type { WireAdvisory } from '#contract/weather/advisories'
import type { Point } from '#domain/geo/distance'
import { useAlertsAt } from '#web/data/weather/advisories.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { MapPopup } from '#web/map/popups/MapPopup.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { shownClock } from '#web/parts/time/times.ts'
import type { CSSProperties } from 'react'

interface AlertsPopupProps {
  at: Point
  zone: string
  onClose: () => void
}

/** Shows the weather service's alerts at a point on the map. */
export function AlertsPopup({ at, zone, onClose }: AlertsPopupProps) {
  const asked = useAlertsAt(at)
  const error = useStandingError(asked)
  const { data, refetch } = asked
  return (
    <MapPopup at={at} title={titleOf(data ?? [])} onClose={onClose}>
      {error && (
        <ErrorNote
          title="Alerts here are currently unknown"
          text={plainReason(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <p role="status">Loading…</p>}
      {data?.length === 0 && !error && <p>No alerts at this point.</p>}
      {data?.map(alert => (
        <AlertShown key={alert.Identifier} alert={alert} zone={zone} />
      ))}
    </MapPopup>
  )
}

/** Credits the layer's usual source, unless another country's service issued the alert. */
function titleOf(alerts: readonly WireAdvisory[]): string {
  const [service = 'NWS', other] = new Set(alerts.map(({ Service }) => Service))
  return other === undefined ? `${service} Alerts` : 'Weather Alerts'
}

function AlertShown({ alert, zone }: { alert: WireAdvisory; zone: string }) {
  const { Event, Headline, Description, Instruction, Color, Ends, Exercise, Sender } = alert
  return (
    <details className={classes.alert} style={{ '--alert': Color } as CSSProperties}>
      <summary>
        <span className={classes.event}>
          {Exercise && 'EXERCISE: '}
          {Event}
        </span>
        <span className={classes.dim}>until {shownClock(new Date(Ends), zone)}</span>
      </summary>
      {Headline !== null && <p>{Headline}</p>}
      <p className={classes.long}>{Description}</p>
      {Instruction !== null && <p className={classes.long}>{Instruction}</p>}
      <p className={classes.dim}>{Sender}</p>
    </details>
  )
}
