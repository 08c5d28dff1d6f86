import { canCreatePasskeys } from './create-passkey.ts'
import type { PasswordAct } from './PasswordDialog.tsx'
import classes from './TwoSteps.module.css'
import lists from '#web/screens/profile/Lists.module.css'
import type { Passkey, SecondFactor } from '#contract/people/second-factor'
import { mostPasskeys } from '#domain/access/passkeys'
import { shownInstant } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'

interface FactorsProps {
  state: SecondFactor
  timeZone: string
  onOpen: (dialog: 'set up' | 'add passkey' | PasswordAct) => void
}

/** Lists what a person can use for the second step: the app, and each passkey. */
export function FactorList({ state, timeZone, onOpen }: FactorsProps) {
  const { passkeys = [], isOwed } = state
  const hasApp = state.hasApp ?? state.isOn
  const isLast = passkeys.length + (hasApp ? 1 : 0) === 1
  const whyNot = whyNoneCanBeAdded(state)
  return (
    <ul className={`${lists.list} ${classes.factors}`} aria-label="Two-step verification methods">
      <li className={lists.item}>
        <div className={classes.named}>
          <p>Authenticator app</p>
          <p className={lists.dim}>{hasApp ? 'In use' : 'Shows a new code every 30 seconds'}</p>
        </div>
        {hasApp ? (
          <Button
            variant="default"
            size="xs"
            aria-label="Remove authenticator app"
            onClick={() => onOpen({ kind: 'remove app', isLast })}
          >
            Remove
          </Button>
        ) : (
          <Button variant={isOwed ? 'filled' : 'default'} size="xs" onClick={() => onOpen('set up')}>
            Set up
          </Button>
        )}
      </li>
      {passkeys.map(passkey => (
        <li key={passkey.id} className={lists.item}>
          <div className={classes.named}>
            <p>{passkey.name}</p>
            <p className={lists.dim}>{passkeyInWords(passkey, timeZone)}</p>
          </div>
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => onOpen({ kind: 'remove passkey', passkey, isLast })}
          >
            Remove
          </Button>
        </li>
      ))}
      <li className={lists.item}>
        <div className={classes.named}>
          <p>{passkeys.length === 0 ? 'Passkey' : 'Another passkey'}</p>
          <p className={lists.dim}>
            {whyNot ?? 'Your fingerprint, face or screen lock; also signs you in without your password'}
          </p>
        </div>
        {whyNot === null && (
          <Button
            variant={isOwed ? 'filled' : 'default'}
            size="xs"
            aria-label="Add a passkey"
            onClick={() => onOpen('add passkey')}
          >
            Add
          </Button>
        )}
      </li>
    </ul>
  )
}

function whyNoneCanBeAdded({ whyNoPasskeys, passkeys = [] }: SecondFactor): string | null {
  if (whyNoPasskeys === undefined) return 'Passkeys are not available on this server yet.'
  if (whyNoPasskeys !== null) return whyNoPasskeys
  if (!canCreatePasskeys()) return 'This browser can’t create passkeys. Use a newer one.'
  return passkeys.length >= mostPasskeys ? `You already have ${mostPasskeys} passkeys, the maximum.` : null
}

function passkeyInWords({ created, lastUsed }: Passkey, timeZone: string): string {
  const used = lastUsed === null ? 'never used' : `last used ${shownInstant(lastUsed, timeZone)}`
  return `Passkey, added ${shownInstant(created, timeZone)}, ${used}`
}
