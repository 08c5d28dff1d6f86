import {
  choiceFrom,
  guidanceOf,
  keptChoice,
  observedMetric,
  profileFrom,
  shownDegrees,
  workWords,
} from './heat.ts'
import classes from './Heat.module.css'
import { HeatFoot } from './HeatFoot.tsx'
import { RiskBadge } from './RiskBadge.tsx'
import { WorkRestBar } from './WorkRestBar.tsx'
import type { WireWorkRestProfile } from '#contract/weather/heat-stress'
import type { Location } from '#contract/places/locations'
import { useObservation, useServerNowMs } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useRiskLevels, useWorkRest } from '#web/data/weather/heat-stress.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useLazyDialog } from '#web/parts/dialogs/use-lazy-dialog.ts'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { isOldValue } from '#web/screens/home/dashboard/conditions/conditions.ts'
import { Button } from '@mantine/core'
import { useCallback, useMemo } from 'react'

const HeatDialog = fetchedPart(() => import('./HeatDialog.tsx').then(file => file.HeatDialog))

interface HeatCardProps {
  location: Location
}

/** Shows how long people may work in this heat. Hidden if the place has no work/rest profile. */
export function HeatCard({ location }: HeatCardProps) {
  const asked = useWorkRest(location.organizationLocationId)
  const error = useStandingError(asked)
  const { data: wire, refetch } = asked
  if (wire === null) return null
  if (wire) return <WithProfile wire={wire} location={location} />
  return (
    <Card title="Heat Stress">
      {error ? (
        <ErrorNote
          title="Unable to load heat stress"
          text={`${plainReason(error)} Until then, go by how it feels: rest in the shade and drink water.`}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={classes.skeleton} role="status" aria-label="Loading heat stress" />
      )}
    </Card>
  )
}

function WithProfile({ wire, location }: HeatCardProps & { wire: WireWorkRestProfile }) {
  const profile = useMemo(() => profileFrom(wire), [wire])
  const observed = useObservation(location.id)
  const levels = useRiskLevels(location.organizationLocationId, profile.useRiskProfile)
  const nowMs = useServerNowMs()
  const [choice, setChoice] = useRemembered(
    `skywarden:heat-stress:${location.id}:${wire.id}`,
    useCallback((kept: string | null) => choiceFrom(kept, profile), [profile]),
    keptChoice,
  )
  const dialog = useLazyDialog(HeatDialog.fetch, 'Heat Stress Details')
  const measure = observed.data && observedMetric(observed.data, profile.primaryMetric)
  const riskLevels = levels.data ?? []
  const isOld = measure !== undefined && observed.data !== undefined && isOldValue(measure, nowMs)
  // A value from hours ago does not permit work now, so the old value is shown, but no guidance is derived from it.
  const fresh = isOld ? undefined : measure
  const guidance = guidanceOf(fresh?.value ?? null, profile, riskLevels, choice)
  const [observedError, levelsError] = [useStandingError(observed), useStandingError(levels)]
  const isWaiting = observed.data === undefined || levels.data === undefined
  // Old levels and an old value are still informative. Only if there are none is the error shown.
  const error = isWaiting ? (observedError ?? levelsError) : null
  const intensity = profile.intensities.find(({ id }) => id === choice.intensityId)
  const worn = profile.modifiers.filter(({ id }) => choice.modifierIds.includes(id))
  return (
    <Card
      title="Heat Stress"
      aside={
        <Button variant="subtle" size="compact-sm" px={6} mr={-6} onClick={() => void dialog.open()}>
          View Details
          <span className="visually-hidden"> of the heat stress</span>
        </Button>
      }
    >
      {error && (
        <ErrorNote
          title="Unable to load heat stress"
          text={plainReason(error)}
          onRetry={() => void Promise.all([observed.refetch(), levels.refetch()])}
        />
      )}
      {isWaiting && !error && (
        <div className={classes.skeleton} role="status" aria-label="Loading heat stress" />
      )}
      {!isWaiting && !error && observed.data && measure && (
        <div className={classes.body}>
          <div className={classes.lead}>
            {profile.useRiskProfile && <RiskBadge level={guidance.level} levels={riskLevels} />}
            <dl className={classes.values}>
              <div>
                <dt>{profile.primaryMetric} adjusted</dt>
                <dd>{shownDegrees(guidance.adjusted, profile.primaryMetric)}</dd>
              </div>
              <div>
                <dt>actual</dt>
                <dd>{shownDegrees(guidance.actual, profile.primaryMetric)}</dd>
              </div>
            </dl>
          </div>
          <div className={classes.cycle}>
            <p className={classes.words}>
              {workWords(guidance.workPercent, profile, unitOf(profile.durationUnit))}
            </p>
            <WorkRestBar workPercent={guidance.workPercent} />
            <p className={classes.chosen}>
              {intensity?.name ?? '--'}
              {' · '}
              {worn.length > 0 ? worn.map(({ name }) => name).join(', ') : 'no clothing adjustment'}
            </p>
          </div>
          {guidance.level && <p className={classes.description}>{guidance.level.description}</p>}
          <HeatFoot measure={measure} isOld={isOld} profile={profile} nowMs={nowMs} />
        </div>
      )}
      {dialog.isOpen && (
        <HeatDialog
          location={location}
          profile={profile}
          levels={riskLevels}
          measure={fresh}
          choice={choice}
          nowMs={nowMs}
          onChoose={setChoice}
          onClose={dialog.close}
        />
      )}
    </Card>
  )
}

const unitOf = (durationUnit: 'Hour' | 'Percent') => (durationUnit === 'Hour' ? 'minutes' : 'percent')
