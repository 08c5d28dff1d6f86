import classes from './NotificationSettings.module.css'
import { Refused, Unreachable, plainReason } from '#web/data/failures.ts'
import type { PushState } from '#web/data/push/push-state.ts'
import { usePushState, useTurnPushOff, useTurnPushOn } from '#web/data/push/use-push.ts'
import { useMe } from '#web/data/users.ts'
import { StatusPill } from '#web/parts/StatusPill.tsx'
import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging } from '@tabler/icons-react'

const words: Readonly<Record<PushState, { label: string; text: string }>> = {
  on: {
    label: 'On for this browser',
    text: 'Alerts show on this device, also while Skywarden is closed.',
  },
  off: {
    label: 'Off',
    text: 'Alerts can show on this device, also while Skywarden is closed. Your browser asks whether Skywarden may show notifications: choose Allow.',
  },
  blocked: {
    label: 'Blocked',
    text: 'This browser does not let Skywarden show notifications. Open the settings of this site, beside its address, allow notifications, and load this page again.',
  },
  insecure: {
    label: 'Not supported',
    text: 'Push messages need a secure connection. Open Skywarden by an address that begins with https.',
  },
  unsupported: {
    label: 'Not supported',
    text: 'This browser has no push messages. On an iPhone or iPad, add Skywarden to the Home Screen and open it from there.',
  },
}

/** Push messages to this browser: what they are, then the browser's own question. */
export function PushPanel({ knownBrowsers }: { knownBrowsers: number }) {
  const { id } = useMe()
  const state = usePushState(id, knownBrowsers)
  const on = useTurnPushOn(id)
  const off = useTurnPushOff()
  const failed = on.error ?? off.error
  if (!state) return null
  const { label, text } = words[state]
  return (
    <div className={classes.panel}>
      <div className={classes.panelHead}>
        <h3>Push messages</h3>
        <StatusPill
          tone={state === 'on' ? 'info' : state === 'blocked' ? 'warn' : 'quiet'}
          icon={state === 'on' ? IconBellRinging : IconBellOff}
        >
          {label}
        </StatusPill>
      </div>
      <p className={classes.dim}>{text}</p>
      <p className={classes.dim}>{browsersInWords(knownBrowsers)}</p>
      {failed && (
        <p role="alert" className={classes.error}>
          {failureInWords(failed)}
        </p>
      )}
      {state === 'off' && (
        <Button variant="default" loading={on.isPending} onClick={() => on.mutate()}>
          Turn on push messages
        </Button>
      )}
      {state === 'on' && (
        <Button variant="default" loading={off.isPending} onClick={() => off.mutate()}>
          Turn off
        </Button>
      )}
    </div>
  )
}

function browsersInWords(count: number): string {
  if (count === 0) return 'No browser of yours gets push messages.'
  return count === 1
    ? 'One browser of yours gets push messages.'
    : `${count} browsers of yours get push messages.`
}

function failureInWords(error: Error): string {
  if (error instanceof Refused || error instanceof Unreachable) return plainReason(error)
  return 'The push service of this browser could not be reached. Try again later, or choose SMS.'
}
