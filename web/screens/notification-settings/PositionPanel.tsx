import classes from './NotificationSettings.module.css'
import type { NotificationSettings } from '#contract/messages/notification-settings'
import { plainReason } from '#web/data/requests/failures.ts'
import { sharePosition, stopSharing, useSharing } from '#web/data/position/share.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconMapPin, IconMapPinOff } from '@tabler/icons-react'

/** Lets a person share their position. It is shared only when they choose, and for as long as they choose. */
export function PositionPanel({ settings }: { settings: NotificationSettings }) {
  const sharing = useSharing()
  const toast = useToast()
  const isOn = sharing.kind === 'on'
  const { positionAt, timeZone } = settings

  async function stop() {
    try {
      await stopSharing()
    } catch (error) {
      toast({ variant: 'error', header: 'Your position could not be deleted', text: plainReason(error) })
    }
  }

  return (
    <div className={classes.panel}>
      <div className={classes.panelHead}>
        <h3>Your position</h3>
        <StatusPill tone={isOn ? 'info' : 'quiet'} icon={isOn ? IconMapPin : IconMapPinOff}>
          {isOn ? 'Shared by this browser' : 'Not shared by this browser'}
        </StatusPill>
      </div>
      <p className={classes.dim}>
        With a geofence you are alerted only for locations that you are near. Your position is sent every 5
        minutes while this page is open, never shown to anyone, and used for an hour. While it is unknown, you
        are alerted for all of your locations.
      </p>
      {positionAt !== null && (
        <p className={classes.dim}>Last known from {shownInstant(positionAt, timeZone)}.</p>
      )}
      {!settings.geofenceAlertsEnabled && (
        <p className={classes.dim}>Save this alert mode first, then share your position.</p>
      )}
      {sharing.kind === 'failed' && (
        <p role="alert" className={classes.error}>
          {sharing.because}
        </p>
      )}
      <div className={classes.buttons}>
        {!isOn && (
          <Button
            variant="default"
            loading={sharing.kind === 'asking'}
            disabled={!settings.geofenceAlertsEnabled}
            onClick={sharePosition}
          >
            Share my position
          </Button>
        )}
        {(isOn || positionAt !== null) && (
          <Button variant="default" onClick={() => void stop()}>
            Stop sharing
          </Button>
        )}
      </div>
    </div>
  )
}
