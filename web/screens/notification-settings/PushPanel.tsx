import classes from './NotificationSettings.module.css'
import { PushDevices } from './PushDevices.tsx'
import { RequestRefused, Unreachable, plainReason } from '#web/data/requests/failures.ts'
import type { PushState } from '#web/data/push/push-state.ts'
import { usePushHere, useTurnPushOff, useTurnPushOn } from '#web/data/push/use-push.ts'
import { useMe } from '#web/data/people/users.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging } from '@tabler/icons-react'

const words: Readonly<Record<PushState, { label: string; text: string }>> = {
  on: {
    label: 'On for this browser',
    text: 'Alerts show on this device, even while Skywarden is closed. If none of your devices shows a danger alert within a minute, it is also sent to the phone number in your profile, if there is one and no email was sent.',
  },
  off: {
    label: 'Off',
    text: 'Alerts can appear on this device even while Skywarden is closed. When your browser asks, choose Allow.',
  },
  blocked: {
    label: 'Blocked',
    text: 'This browser blocks notifications from Skywarden. Open the site settings next to the address, allow notifications, and reload the page.',
  },
  insecure: {
    label: 'Not supported',
    text: 'Push messages need a secure connection. Open Skywarden at an address that begins with https.',
  },
  unsupported: {
    label: 'Not supported',
    text: 'This browser does not support push messages. Choose SMS, or use another browser.',
  },
  'not installed': {
    label: 'Needs the Home Screen',
    text: 'On an iPhone or iPad, alerts work only for apps on the Home Screen. Tap Share, choose Add to Home Screen, open Skywarden from there, and turn on push messages here.',
  },
}

/** Turns on push messages in this browser: first an explanation, then the browser's own prompt. */
export function PushPanel({ knownBrowsers, timeZone }: { knownBrowsers: number; timeZone: string }) {
  const { id } = useMe()
  const here = usePushHere(id)
  const on = useTurnPushOn(id)
  const off = useTurnPushOff()
  const failed = on.error ?? off.error
  if (!here) return null
  const { state, deviceId } = here
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
      {knownBrowsers > 0 && (
        <PushDevices timeZone={timeZone} currentId={deviceId} onTurnOff={() => off.mutate()} />
      )}
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
  if (count === 0) return 'None of your browsers receives push messages.'
  return count === 1
    ? 'One of your browsers receives push messages.'
    : `${count} of your browsers receive push messages.`
}

function failureInWords(error: Error): string {
  if (error instanceof RequestRefused || error instanceof Unreachable) return plainReason(error)
  return 'This browser’s push service could not be reached. Try again later, or choose SMS.'
}
