import classes from './NotificationSettings.module.css'
import type { PushDevice } from '#contract/messages/notification-settings'
import { plainReason } from '#web/data/requests/failures.ts'
import { usePushDevices, useRemovePushDevice } from '#web/data/push/use-push.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'

interface PushDevicesProps {
  timeZone: string
  /** This browser's device id. */
  currentId: number | null
  onTurnOff: () => void
}

/** Lists the browsers that receive a person's push messages. Each can be removed from any of them. */
export function PushDevices({ timeZone, currentId, onTurnOff }: PushDevicesProps) {
  const { data: devices = [] } = usePushDevices()
  const remove = useRemovePushDevice()
  const take = ({ id }: PushDevice) => (id === currentId ? onTurnOff() : remove.mutate(id))
  return (
    <>
      <ul className={classes.devices} aria-label="Your devices">
        {devices.map(device => (
          <li key={device.id} className={classes.device}>
            <div>
              <p>
                {device.name}
                {device.id === currentId && <strong> (this browser)</strong>}
              </p>
              <p className={classes.dim}>{datesInWords(device, timeZone)}</p>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Remove ${device.name}`}
              loading={remove.isPending && remove.variables === device.id}
              onClick={() => take(device)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {remove.error && (
        <p role="alert" className={classes.error}>
          {plainReason(remove.error)}
        </p>
      )}
    </>
  )
}

function datesInWords({ added, lastUsed }: PushDevice, timeZone: string): string {
  const used = lastUsed === null ? 'no alert sent yet' : `last alert ${shownInstant(lastUsed, timeZone)}`
  return `Added ${shownInstant(added, timeZone)}, ${used}`
}
