import classes from './Activity.module.css'
import { kindWords, outcomeOf } from './activity-text.ts'
import { batteryOf } from './hardware-text.ts'
import type { Activation, Hardware } from '#contract/devices/hardware'
import { plainReason } from '#web/data/requests/failures.ts'
import { useHardwareData } from '#web/data/devices/hardware.ts'
import { useMe } from '#web/data/people/users.ts'
import { DetailsDialog } from '#web/parts/dialogs/DetailsDialog.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { FactList } from '#web/parts/page/Facts.tsx'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { IconCheck, IconClock, IconX, type Icon } from '@tabler/icons-react'

/** Shows a unit's reports about itself, its recent commands, and its answers. */
export function ActivityDialog({ unit, onClose }: { unit: Hardware; onClose: () => void }) {
  const { timeZone } = useMe()
  const { data, isError, error, refetch } = useHardwareData(unit.id)
  return (
    <DetailsDialog title={`Activity for ${unit.name}`} size={720} onClose={onClose}>
      {isError && (
        <ErrorNote
          title="The activity could not be loaded"
          text={plainReason(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <p role="status">Loading...</p>}
      {data && (
        <>
          <FactList
            facts={[
              {
                label: 'Last heard from',
                value: data.connectedAt === null ? 'Never' : shownInstant(data.connectedAt, timeZone),
              },
              { label: 'Battery', value: batteryOf(data.voltage).volts ?? 'Unknown' },
              { label: 'Firmware', value: data.firmware ?? 'Unknown' },
            ]}
          />
          {data.disbelieved > 0 && (
            <WarningNote
              title={`Commands that the unit could not verify: ${data.disbelieved}`}
              text="Someone else may have sent them. If its key was not changed recently, have it changed now."
            />
          )}
          <h3 className={classes.title}>Recent commands</h3>
          {data.activations.length === 0 ? (
            <EmptyState title="Nothing yet" text="Warnings, tests, and messages will be listed here." />
          ) : (
            <ul className={classes.entries}>
              {data.activations.map(activation => (
                <Entry key={activation.id} activation={activation} timeZone={timeZone} />
              ))}
            </ul>
          )}
        </>
      )}
    </DetailsDialog>
  )
}

const icons: Readonly<Partial<Record<PillTone, Icon>>> = { good: IconCheck, info: IconCheck, bad: IconX }

function Entry({ activation, timeZone }: { activation: Activation; timeZone: string }) {
  const { issuedAt, answeredAt, because, by } = activation
  const outcome = outcomeOf(activation)
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <strong>{kindWords(activation)}</strong>
        <StatusPill tone={outcome.tone} icon={icons[outcome.tone] ?? IconClock}>
          {outcome.text}
        </StatusPill>
      </div>
      <p>{because}</p>
      <p className={classes.dim}>
        {shownInstant(issuedAt, timeZone)}, by {by ?? 'the automation'}
        {answeredAt !== null && `; answered ${shownInstant(answeredAt, timeZone)}`}
      </p>
    </li>
  )
}
