import classes from './Lists.module.css'
import { effectiveRole } from '#domain/access/roles'
import { longestSessionMs } from '#domain/access/sessions'
import type { CurrentUser } from '#contract/people/users'
import type { OpenSession } from '#contract/people/sessions'
import { useEndOtherSessions, useEndSession, useSessions } from '#web/data/people/sessions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'

/** Lists the browsers in which a person is signed in. Each can be signed out from any of them. */
export function Sessions({ me }: { me: CurrentUser }) {
  const { timeZone } = me
  const toast = useToast()
  const { data: sessions = [], error } = useSessions()
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const failure = error ?? end.error ?? endOthers.error
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <Card title="Where you’re signed in">
      <ul className={classes.list} aria-label="Where you’re signed in">
        {sessions.map(session => (
          <li key={session.id} className={classes.item}>
            <div>
              <p>
                {session.device ?? 'Browser'}
                {session.isCurrent && <strong> (this browser)</strong>}
              </p>
              <p className={classes.dim}>{sessionInWords(session, timeZone)}</p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Sign out ${session.device ?? 'Browser'}`}
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={`${classes.dim} ${classes.advice}`}>{limitInWords(me)}</p>
      {failure && (
        <p role="alert" className={classes.error}>
          {plainReason(failure)}
        </p>
      )}
      {others.length > 1 && (
        <Button
          className={classes.others}
          variant="default"
          loading={endOthers.isPending}
          onClick={() =>
            endOthers.mutate(undefined, {
              onSuccess: () => toast({ variant: 'success', header: 'Signed out everywhere else' }),
            })
          }
        >
          Sign out everywhere else
        </Button>
      )}
    </Card>
  )
}

function limitInWords({ roleName }: CurrentUser): string {
  const hours = longestSessionMs(effectiveRole(roleName)) / 3_600_000
  const longest = hours < 24 ? `${hours} hours` : `${hours / 24} days`
  return `A session ends ${longest} after you signed in.`
}

function sessionInWords({ started, lastUsed, address }: OpenSession, timeZone: string): string {
  const from = address === null ? '' : ` from ${address}`
  return `Signed in ${shownInstant(started, timeZone)}${from}, last used ${shownInstant(lastUsed, timeZone)}`
}
