import { modelNames } from './device-draft.ts'
import classes from './Devices.module.css'
import { MoveDialog } from './MoveDialog.tsx'
import { NewKeys, type DeviceKeys } from './NewKeys.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import type { WireDevice } from '#contract/devices/device-register'
import { useCustomers } from '#web/data/people/customers.ts'
import { useChangeDeviceKey, useDevices, useRemoveDevice } from '#web/data/devices/devices.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { HardwareSection } from '#web/screens/hardware/HardwareSection.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { Button } from '@mantine/core'
import { IconPlugConnected, IconPlugOff, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

type Opened =
  | { readonly kind: 'register' }
  | { readonly kind: 'edit' | 'key' | 'remove'; readonly device: WireDevice }
  | { readonly kind: 'keys'; readonly keys: DeviceKeys }

const rowKey = ({ id }: WireDevice) => String(id)

/** Lists every registered device of every organization, for the operators of this deployment. */
export function Devices() {
  const { timeZone } = useMe()
  const devices = useDevices()
  const customers = useCustomers().data
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const columns = useMemo(() => {
    const customerName = (id: number) => customers?.find(each => each.id === id)?.name ?? '--'
    return columnsFor(timeZone, customerName, setOpened)
  }, [timeZone, customers])
  return (
    <HardwareSection
      title="Devices"
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={!devices.data}
          onClick={() => setOpened({ kind: 'register' })}
        >
          Register device
        </Button>
      }
    >
      {devices.isError ? (
        <ErrorNote
          title="Devices could not be loaded"
          text={plainReason(devices.error)}
          onRetry={() => void devices.refetch()}
        />
      ) : (
        <Card flush>
          <DataTable
            caption="Devices"
            rows={devices.data}
            columns={columns}
            rowKey={rowKey}
            empty={
              <EmptyState
                icon={<IconPlugOff size={32} stroke={1.5} aria-hidden />}
                title="No devices are registered"
                text="Register a device, then enter its keys on it."
              />
            }
          />
        </Card>
      )}
      {opened?.kind === 'register' && <RegisterDialog devices={devices.data ?? []} onClose={close} />}
      {opened?.kind === 'edit' && <MoveDialog device={opened.device} onClose={close} />}
      {opened?.kind === 'key' && (
        <ChangeKey
          device={opened.device}
          onChanged={keys => setOpened({ kind: 'keys', keys })}
          onClose={close}
        />
      )}
      {opened?.kind === 'keys' && <NewKeys keys={opened.keys} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveDevice device={opened.device} onClose={close} />}
    </HardwareSection>
  )
}

function columnsFor(
  timeZone: string,
  customerName: (id: number) => string,
  onOpen: (opened: Opened) => void,
): Column<WireDevice>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: ({ name }) => name,
      cell: ({ name, device }) => (
        <span className={classes.name}>
          {name}
          <span className={classes.more}>{device}</span>
        </span>
      ),
    },
    {
      id: 'customer',
      header: 'Organization',
      sortBy: ({ customerId }) => customerName(customerId),
      cell: ({ customerId }) => customerName(customerId),
    },
    { id: 'model', header: 'Model', sortBy: ({ model }) => model, cell: ({ model }) => modelNames[model] },
    {
      id: 'connected',
      header: 'Connected',
      sortBy: ({ connectedAt }) => connectedAt,
      cell: ({ isOnline, connectedAt, isSilentNow }) => (
        <div>
          <StatusPill tone={isOnline ? 'good' : 'bad'} icon={isOnline ? IconPlugConnected : IconPlugOff}>
            {isOnline ? 'Online' : connectedAt === null ? 'Never connected' : 'Offline'}
          </StatusPill>
          {connectedAt !== null && (
            <span className={classes.more}>{shownInstant(connectedAt, timeZone)}</span>
          )}
          {isSilentNow && <span className={classes.more}>Silent at this hour</span>}
        </div>
      ),
    },
    {
      id: 'key',
      header: 'Key changed',
      sortBy: ({ keyChangedAt }) => keyChangedAt,
      cell: ({ keyChangedAt }) => shownInstant(keyChangedAt, timeZone),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: device => (
        <span className={classes.acts}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${device.name}`}
            onClick={() => onOpen({ kind: 'edit', device })}
          >
            Edit
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Change key of ${device.name}`}
            onClick={() => onOpen({ kind: 'key', device })}
          >
            Change key
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Remove ${device.name}`}
            onClick={() => onOpen({ kind: 'remove', device })}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ]
}

interface ChangeKeyProps {
  device: WireDevice
  onChanged: (keys: DeviceKeys) => void
  onClose: () => void
}

function ChangeKey({ device, onChanged, onClose }: ChangeKeyProps) {
  const change = useChangeDeviceKey()
  const toast = useToast()

  async function confirmed() {
    try {
      onChanged(await change.mutateAsync(device.id))
    } catch (error) {
      toast({ variant: 'error', header: 'Error changing key', text: plainReason(error) })
    }
  }

  return (
    <WarningDialog
      title={`Change key of ${device.name}`}
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() => void confirmed()}
    >
      The device is disconnected immediately. A siren will not sound until it has its new key.
    </WarningDialog>
  )
}

function RemoveDevice({ device, onClose }: { device: WireDevice; onClose: () => void }) {
  const remove = useRemoveDevice()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(device.id)
      toast({ variant: 'success', header: 'Device removed', text: `${device.name} can no longer connect.` })
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'Error removing device', text: plainReason(error) })
    }
  }

  return (
    <RemoveDialog
      name={device.name}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}
