import { SetUpDialog } from './SetUpDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import classes from './TwoSteps.module.css'
import type { CurrentUser } from '#contract/people/users'
import type { SecondFactor } from '#contract/people/second-factor'
import { effectiveRole } from '#domain/access/roles'
import { useRequireSecondFactor, useSecondFactor } from '#web/data/people/second-factor.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { Switch } from '#web/parts/look/inputs.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

/** Two-step verification of a person's own account, and for administrators whether everyone like them needs it. */
export function TwoSteps({ me }: { me: CurrentUser }) {
  const { data: state, error } = useSecondFactor()
  const [open, setOpen] = useState<'set up' | 'new codes' | 'off' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Two-step verification">
      {error && <p role="alert">{plainReason(error)}</p>}
      {state && <p className={classes.text}>{stateInWords(state)}</p>}
      {state?.isOffered && (
        <div className={classes.buttons}>
          {state.isOn ? (
            <>
              <Button variant="default" onClick={() => setOpen('new codes')}>
                New recovery codes
              </Button>
              <Button variant="default" onClick={() => setOpen('off')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button variant={state.isOwed ? 'filled' : 'default'} onClick={() => setOpen('set up')}>
              Set up
            </Button>
          )}
        </div>
      )}
      {state && <Requirement me={me} state={state} />}
      {open === 'set up' && <SetUpDialog onClose={close} />}
      {open === 'new codes' && <PasswordDialog act="new codes" onClose={close} />}
      {open === 'off' && <PasswordDialog act="off" onClose={close} />}
    </Card>
  )
}

function stateInWords({ isOn, isOffered, recoveryCodesLeft, isOwed }: SecondFactor): string {
  if (!isOffered) return 'You sign in with your organization’s identity provider, which verifies you.'
  if (isOwed)
    return 'Your organization requires it of administrators. Set it up to use your administrator rights again.'
  if (!isOn)
    return 'A code from an app on your phone protects your account even if someone learns your password.'
  const left = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  return `It is on. When you sign in, we ask for a code from your authenticator app. ${left} left.`
}

function Requirement({ me, state }: { me: CurrentUser; state: SecondFactor }) {
  const require = useRequireSecondFactor()
  const role = effectiveRole(me.roleName)
  if (role !== 'Admin' && role !== 'SuperAdmin') return null
  return (
    <div className={classes.required}>
      <Switch
        label={`Require it of every administrator of ${me.customerName}`}
        description="Without it, administrators see weather and alerts but can’t change anything. People who sign in with your identity provider aren’t affected."
        checked={state.isRequired}
        disabled={require.isPending || (!state.isOn && !state.isRequired)}
        onChange={event => require.mutate(event.currentTarget.checked)}
      />
      {require.error && (
        <p role="alert" className={classes.error}>
          {plainReason(require.error)}
        </p>
      )}
    </div>
  )
}
