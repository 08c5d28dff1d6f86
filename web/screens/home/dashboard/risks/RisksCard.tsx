import { risksOf, threatTimes, type Risks } from './risks.ts'
import classes from './Risks.module.css'
import type { Location } from '#contract/places/locations'
import { thresholdWords } from '#domain/policies/policy'
import type { Stream } from '#web/data/requests/asking.ts'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useOtherHazards } from '#web/data/weather/use-hazards.ts'
import { useOwnPolicies } from '#web/data/policies/own-policies.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useThreats, type ShownThreat } from '#web/data/policies/warnings.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import { useNow } from '#web/parts/time/use-now.ts'
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCloudOff,
  IconShieldOff,
  IconThumbUp,
  IconMinus,
  type Icon,
} from '@tabler/icons-react'
import { useCallback } from 'react'

const levels: readonly { tone: PillTone; icon: Icon; label: string }[] = [
  { tone: 'quiet', icon: IconMinus, label: 'Low' },
  { tone: 'warn', icon: IconAlertTriangle, label: 'Near' },
  { tone: 'bad', icon: IconAlertTriangleFilled, label: 'Expected' },
]

interface RisksCardProps {
  location: Location
  stream: Stream
}

/** Shows what to expect in the next 24 hours according to the policies. */
export function RisksCard({ location, stream }: RisksCardProps) {
  const isTroubled = useTrouble(location, stream)
  const threats = useThreats(location.id)
  const policies = useOwnPolicies()
  const threatsError = useStandingError(threats)
  const policiesError = useStandingError(policies)
  const error = threatsError ?? policiesError
  const types = policies.data?.map(({ policyTypeShortName }) => policyTypeShortName)
  return (
    <Card title="Today's Policy Risks" aside="Next 24 hours">
      <div className={classes.body}>
        {error && (
          <ErrorNote
            title="There was an error while trying to load the threats forecast"
            text={plainReason(error)}
            onRetry={() => void Promise.all([threats.refetch(), policies.refetch()])}
          />
        )}
        {threats.data && types && (
          <Shown risks={risksOf(threats.data, types)} zone={location.timeZone} isTroubled={isTroubled} />
        )}
        {!error && (!threats.data || !types) && (
          <div className={classes.skeleton} role="status" aria-label="Loading the policy risks">
            {Array.from({ length: 6 }, (_row, row) => (
              <span key={row} />
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

/** Whether anything at the place is currently dangerous or unknown. */
function useTrouble(location: Location, stream: Stream): boolean {
  const isClear = useLiveView(useCallback(() => readPlace(location).worst.show === 'AllClear', [location]))
  const others = useOtherHazards(location.id, stream)
  return !isClear || others === undefined || others.hazards.length > 0 || others.unknown.length > 0
}

interface ShownProps {
  risks: Risks
  /** The place's. */
  zone: string
  isTroubled: boolean
}

function Shown({ risks, zone, isTroubled }: ShownProps) {
  switch (risks.kind) {
    case 'no-policies':
      return (
        <EmptyState
          icon={<IconShieldOff size={32} stroke={1.5} aria-hidden />}
          title="No Policies"
          text="An administrator can define what counts as too hot, too cold, too windy or too wet."
        />
      )
    case 'no-data':
      return (
        <EmptyState
          icon={<IconCloudOff size={32} stroke={1.5} aria-hidden />}
          title="No data available for this location"
          text="Without a forecast, the next hours are unknown."
        />
      )
    case 'fine':
      return (
        <>
          <p className={classes.fine}>
            {isTroubled ? <IconMinus size={20} aria-hidden /> : <IconThumbUp size={20} aria-hidden />}
            {isTroubled ? 'No other policy risks expected' : 'Looking Good Today'}
          </p>
          <ThreatList threats={risks.threats} zone={zone} />
        </>
      )
    case 'threatened':
      return <ThreatList threats={risks.threats} zone={zone} />
  }
}

function ThreatList({ threats, zone }: { threats: readonly ShownThreat[]; zone: string }) {
  const now = useNow()
  return (
    <ul className={classes.list}>
      {threats.map(threat => {
        const level = levels[threat.threatLevel]
        const times = threatTimes(threat, zone, now)
        return (
          <li key={`${threat.policyTypeShortName} ${threat.policyName}`} data-level={threat.threatLevel}>
            <h3>{threat.policyName}</h3>
            {level && (
              <StatusPill tone={level.tone} icon={level.icon}>
                {level.label}
              </StatusPill>
            )}
            <p>{thresholdWords(threat.policyTypeShortName, threat.threshold)}</p>
            {times !== null && <p className={classes.times}>{times}</p>}
          </li>
        )
      })}
    </ul>
  )
}
