import { NewTokenDialog } from './NewTokenDialog.tsx'
import classes from '#web/screens/profile/Lists.module.css'
import type { ApiToken } from '#contract/people/api-tokens'
import type { CurrentUser } from '#contract/people/users'
import { useApiTokens, useRevokeApiToken } from '#web/data/people/api-tokens.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

/** Manages tokens for scripts and dashboards: a person's own and, for administrators, those of people they manage. */
export function ApiTokens({ me }: { me: CurrentUser }) {
  const { data: tokens = [], error } = useApiTokens()
  const revoke = useRevokeApiToken()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<ApiToken | null>(null)
  const failure = error ?? revoke.error
  return (
    <Card title="API tokens">
      <p className={classes.text}>
        A token lets a script or a dashboard use Skywarden without a browser.{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          API documentation
        </a>
      </p>
      {tokens.length > 0 && (
        <ul className={classes.list} aria-label="API tokens">
          {tokens.map(token => (
            <li key={token.id} className={classes.item}>
              <div>
                <p>
                  {token.name}
                  {token.ownerId !== me.id && ` (${token.ownerName})`}
                </p>
                <p className={classes.dim}>{tokenInWords(token, me.timeZone)}</p>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={`Revoke ${token.name}`}
                onClick={() => setLeaving(token)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <p role="alert" className={classes.error}>
          {plainReason(failure)}
        </p>
      )}
      <div className={classes.others}>
        <Button variant="default" onClick={() => setAdding(true)}>
          New token
        </Button>
      </div>
      {isAdding && <NewTokenDialog me={me} onClose={() => setAdding(false)} />}
      {leaving && (
        <RemoveDialog
          name={leaving.name}
          busy={revoke.isPending}
          onCancel={() => setLeaving(null)}
          onRemove={() => revoke.mutate(leaving.id, { onSettled: () => setLeaving(null) })}
        />
      )}
    </Card>
  )
}

function tokenInWords({ mayRead, calls, expires, lastUsed }: ApiToken, timeZone: string): string {
  const scope = [...(mayRead ? ['Reads'] : []), ...calls].join(', ')
  const used = lastUsed === null ? 'never used' : `last used ${shownInstant(lastUsed, timeZone)}`
  const verb = Date.parse(expires) < Date.now() ? 'expired' : 'expires'
  return `${scope}; ${verb} ${shownInstant(expires, timeZone)}, ${used}`
}
