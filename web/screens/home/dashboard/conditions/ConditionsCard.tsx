import { conditionsOf } from './conditions.ts'
import classes from './Conditions.module.css'
import { ConditionsShown } from './ConditionsShown.tsx'
import { limitsOf } from './limits.ts'
import type { Location } from '#contract/places/locations'
import type { WirePolicy } from '#contract/places/policies'
import { useObservation, useServerNowMs } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconAlertTriangleFilled, IconCloudOff } from '@tabler/icons-react'
import { useMemo } from 'react'

interface ConditionsCardProps {
  location: Location
  /** The policies that apply to the person; empty until they are known. */
  policies: readonly WirePolicy[]
}

const failed = 'Unable to load current conditions'
const noData = 'No data is available for this location.'

export function ConditionsCard({ location, policies }: ConditionsCardProps) {
  const asked = useObservation(location.id)
  const error = useStandingError(asked)
  const { data: observation, refetch } = asked
  const nowMs = useServerNowMs()
  const limits = useMemo(() => limitsOf(policies), [policies])
  const shown =
    observation && observation.state !== 'Missing' ? conditionsOf(observation, limits, nowMs) : null
  return (
    <div className={classes.frame} data-scary={shown?.isScary || undefined}>
      <Card
        title="Current Conditions"
        aside={
          shown?.isScary && (
            <StatusPill tone="bad" icon={IconAlertTriangleFilled}>
              Policy breached
            </StatusPill>
          )
        }
      >
        {error && !observation && (
          <div className={classes.failed}>
            <ErrorNote title={failed} text={noData} onRetry={() => void refetch()} />
            <p>{plainReason(error)}</p>
          </div>
        )}
        {observation?.state === 'Missing' && (
          <EmptyState icon={<IconCloudOff size={32} stroke={1.5} aria-hidden />} title={failed} text={noData}>
            <p className={classes.because}>{observation.because}. Skywarden checks again every minute.</p>
          </EmptyState>
        )}
        {observation && shown && (
          <ConditionsShown
            observation={observation}
            conditions={shown}
            place={location}
            nowMs={nowMs}
            isCutOff={error !== null}
          />
        )}
        {!observation && !error && <Awaited />}
      </Card>
    </div>
  )
}

function Awaited() {
  return (
    <div className={classes.awaited} role="status" aria-label="Loading the current conditions">
      <span />
      {Array.from({ length: 6 }, (_cell, cell) => (
        <span key={cell} />
      ))}
    </div>
  )
}
