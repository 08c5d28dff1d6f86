import classes from './Relays.module.css'
import { automationWords, overrideWords, relayFailure, relayWords } from './relay-text.ts'
import type { Hardware, UnitRelay } from '#contract/devices/hardware'
import { plainReason } from '#web/data/requests/failures.ts'
import { useSetRelay, useUnitRelays } from '#web/data/devices/hardware.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Switch } from '#web/parts/look/inputs.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { Button } from '@mantine/core'
import { IconRobot, IconRobotOff } from '@tabler/icons-react'
import { useState } from 'react'

interface Override {
  readonly relay: UnitRelay
  readonly toggled: boolean
}

/** Shows a unit's remote relays. A switch shows what its relay reports, never what was requested. */
export function RelayDialog({ unit, onClose }: { unit: Hardware; onClose: () => void }) {
  const relays = useUnitRelays(unit.id)
  const set = useSetRelay()
  const [override, setOverride] = useState<Override>()
  const [tried, setTried] = useState<UnitRelay['id']>()

  async function confirmed({ relay: { id, ipAddress, name }, toggled }: Override) {
    setTried(id)
    try {
      await set.mutateAsync({ ipAddress, name, toggled })
    } catch {
      // Shown below the switch.
    }
    setOverride(undefined)
  }

  return (
    <Dialog
      title="StormBridge"
      isCovered={override !== undefined}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className={classes.state}>{unit.name}</p>
      {relays.isError && (
        <ErrorNote
          title="Relays could not be loaded"
          text={plainReason(relays.error)}
          onRetry={() => void relays.refetch()}
        />
      )}
      {relays.isPending && <p role="status">Loading...</p>}
      {relays.data?.length === 0 && <EmptyState title="No relays found" />}
      <ul className={classes.relays}>
        {relays.data?.map(relay => (
          <Relay
            key={relay.id}
            relay={relay}
            isBusy={set.isPending}
            error={relay.id === tried ? set.error : null}
            onFlip={toggled => setOverride({ relay, toggled })}
          />
        ))}
      </ul>
      {override && (
        <WarningDialog
          title="Confirm Manual Override"
          busy={set.isPending}
          onCancel={() => setOverride(undefined)}
          onConfirm={() => void confirmed(override)}
        >
          {overrideWords(override.relay, override.toggled)}
        </WarningDialog>
      )}
    </Dialog>
  )
}

interface RelayProps {
  relay: UnitRelay
  isBusy: boolean
  error: Error | null
  onFlip: (toggled: boolean) => void
}

function Relay({ relay, isBusy, error, onFlip }: RelayProps) {
  const isAutomated = relay.remoteRelayTrigger !== null
  const failure = error && relayFailure(error)
  return (
    <li className={classes.relay}>
      <div>
        <h3>{relay.name}</h3>
        <p className={classes.state} data-lost={!relay.isOnline || undefined}>
          {relayWords(relay)}
        </p>
        <StatusPill tone={isAutomated ? 'info' : 'quiet'} icon={isAutomated ? IconRobot : IconRobotOff}>
          {automationWords(relay)}
        </StatusPill>
      </div>
      <Switch
        size="md"
        aria-label={relay.name}
        checked={relay.toggled ?? false}
        disabled={isBusy}
        onChange={event => onFlip(event.currentTarget.checked)}
      />
      {failure && (
        <div role="alert" className={classes.failure}>
          <p>
            <strong>{failure.title}</strong>
          </p>
          <p>{failure.text}</p>
        </div>
      )}
    </li>
  )
}
