import { stormView } from './storm.ts'
import classes from './Storm.module.css'
import { StormPicture } from './StormPicture.tsx'
import { StormShown } from './StormShown.tsx'
import type { Location } from '#contract/places/locations'
import type { StormArrival } from '#contract/weather/storms'
import { plainReason } from '#web/data/requests/failures.ts'
import { readPlace } from '#web/data/live/place.ts'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useStormArrival } from '#web/data/weather/storms.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { IconRadar } from '@tabler/icons-react'
import { useCallback } from 'react'

interface StormCardProps {
  location: Location
  /** The viewer's. */
  zone: string
}

/** Shows whether and when a storm reaches the place. Never green, because no storm does not mean safe. */
export function StormCard({ location, zone }: StormCardProps) {
  const asked = useStormArrival(location)
  const error = useStandingError(asked)
  const { data, refetch } = asked
  const hasFailed = error !== null
  const view = useLiveView(
    useCallback(() => {
      const isDelayed = readPlace(location).worst.show === 'Delay'
      const zones = { viewer: zone, place: location.timeZone }
      return stormView(data, hasFailed, serverNowMs(), zones, { isDelayed })
    }, [data, hasFailed, zone, location]),
  )
  const asOf = view.show === 'loading' ? null : view.asOf
  const retry = () => void refetch()
  return (
    <Card title="Storm arrival" aside={asOf === null ? 'By radar' : `As of ${asOf}`}>
      <div className={classes.body}>
        {view.show === 'loading' && (
          <div className={classes.skeleton} role="status" aria-label="Loading the storm arrival" />
        )}
        {view.show === 'unknown' && (
          <ErrorNote
            title="Storm arrival is unknown"
            text={`${error ? plainReason(error) : 'No newer update has arrived.'}${lastWords(view.asOf)} Watch the sky and Lightning Status.`}
            onRetry={retry}
          />
        )}
        {view.show === 'none' && (
          <div className={classes.none}>
            <IconRadar size={36} stroke={1.5} aria-hidden />
            <p className={classes.quiet}>{view.big}</p>
            {view.facts.map(fact => (
              <p key={fact}>{fact}</p>
            ))}
            <p>New storms can form within minutes. Only Lightning Status shows whether it is safe.</p>
          </div>
        )}
        {view.show === 'told' && (
          <>
            {view.isStale && error && (
              <ErrorNote
                title={`This is from ${view.asOf}`}
                text={`No newer update has arrived. ${plainReason(error)}`}
                onRetry={retry}
              />
            )}
            <StormShown storm={view.storm} picture={<Picture answer={data} />} />
          </>
        )}
      </div>
    </Card>
  )
}

function Picture({ answer }: { answer: StormArrival | undefined }) {
  if (answer?.outlook !== 'coming' && answer?.outlook !== 'near') return null
  const [storm, ...others] = answer.storms
  return <StormPicture rings={answer.rings} storm={storm} others={others} />
}

function lastWords(asOf: string | null): string {
  return asOf === null ? '' : ` The last update is from ${asOf}.`
}
