import classes from './Lists.module.css'
import type { SignInEvent } from '#contract/people/sessions'
import { keptDays, usualChoices } from '#domain/privacy/retention'
import { useRetention } from '#web/data/people/privacy.ts'
import { useSignIns } from '#web/data/people/sessions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { shownInstant } from '#web/parts/time/times.ts'

const inWords: Readonly<Record<SignInEvent['kind'], string>> = {
  'signed in': 'Signed in',
  'sign-in failed': 'Failed sign-in',
  'signed out': 'Signed out',
  'session ended': 'Session ended',
  'password link requested': 'Password link requested',
  'password set by link': 'New password set with a link',
}

/** Lists the events on a person's sign-in page, so that they can spot any that were not theirs. */
export function SignIns({ timeZone }: { timeZone: string }) {
  const { data: events = [], error } = useSignIns()
  const days = keptDays('signIns', useRetention().data?.days ?? usualChoices)
  return (
    <Card title="Recent sign-ins">
      {error && (
        <p role="alert" className={classes.error}>
          {plainReason(error)}
        </p>
      )}
      <ul className={classes.list} aria-label="Recent sign-ins">
        {events.map(event => (
          <li key={`${event.at} ${event.kind}`} className={classes.item}>
            <div>
              <p className={event.kind === 'sign-in failed' ? classes.failed : undefined}>
                {inWords[event.kind]}
                {waySuffix(event)}
              </p>
              <p className={classes.dim}>
                {event.device}, {event.address}
              </p>
            </div>
            <p className={classes.dim}>{shownInstant(event.at, timeZone)}</p>
          </li>
        ))}
      </ul>
      <p className={`${classes.dim} ${classes.advice}`}>
        Something you don’t recognize? Change your password and tell your administrator. This list goes back
        up to
        {` ${days} days.`}
      </p>
    </Card>
  )
}

function waySuffix({ method, usesPasskey }: SignInEvent): string {
  if (usesPasskey) return method === 'password' ? ' with password and passkey' : ' with a passkey'
  return method === 'single sign-on' ? ' with single sign-on' : ''
}
