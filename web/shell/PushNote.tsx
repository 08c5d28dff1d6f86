import classes from './Banner.module.css'
import { registerWhereInstalled, useForgetPush, usePushHere, useTurnPushOn } from '#web/data/push/use-push.ts'
import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useEffect } from 'react'

/** A person who turned on push messages in this browser relies on them, and is warned when they no longer arrive. */
export function PushNote({ personId }: { personId: string }) {
  const here = usePushHere(personId)
  const on = useTurnPushOn(personId)
  const forget = useForgetPush()
  useEffect(registerWhereInstalled, [])
  if (!here?.isLost) return null
  const isBlocked = here.state === 'blocked'
  return (
    <section className={classes.customer} aria-label="Push messages">
      <IconBellOff size={20} aria-hidden />
      <div className={classes.text}>
        <strong>This browser no longer gets your alerts.</strong>{' '}
        {isBlocked
          ? 'It blocks notifications from Skywarden. Allow them in the site settings next to the address.'
          : 'Push messages were turned on here, but have stopped.'}
      </div>
      {!isBlocked && (
        <Button size="xs" variant="default" loading={on.isPending} onClick={() => on.mutate()}>
          Turn on again
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => forget.mutate()}>
        Not now
      </Button>
    </section>
  )
}
