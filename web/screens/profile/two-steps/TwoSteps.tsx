import { FactorList } from './FactorList.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { PasswordDialog, type PasswordAct } from './PasswordDialog.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'
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

type Open = 'set up' | 'add passkey' | PasswordAct | null

/** Manages two-step verification for a person's account and, for administrators, whether everyone needs it. */
export function TwoSteps({ me }: { me: CurrentUser }) {
  const { data: state, error } = useSecondFactor()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Two-step verification">
      {error && <p role="alert">{plainReason(error)}</p>}
      {state && <p className={classes.text}>{stateInWords(state)}</p>}
      {state?.isOffered && <FactorList state={state} timeZone={me.timeZone} onOpen={setOpen} />}
      {state?.isOffered && state.isOn && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setOpen({ kind: 'new codes' })}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={() => setOpen({ kind: 'off' })}>
            Turn off
          </Button>
        </div>
      )}
      {state && <Requirement me={me} state={state} />}
      {open === 'set up' && <SetUpDialog onClose={close} />}
      {open === 'add passkey' && <PasskeyDialog onClose={close} />}
      {open !== null && typeof open === 'object' && <PasswordDialog act={open} onClose={close} />}
    </Card>
  )
}

/** Before there were passkeys, the app was the only factor. */
const hasApp = (state: SecondFactor) => state.hasApp ?? state.isOn

const elsewhere =
  'Turning it on signs you out in your other browsers. They get no push alerts until you sign in there again.'

function stateInWords(state: SecondFactor): string {
  const { isOn, isOffered, recoveryCodesLeft, isOwed, passkeys = [] } = state
  if (!isOffered) return 'You sign in with your organization’s identity provider, which verifies you.'
  if (isOwed)
    return `Your organization requires it of administrators. Set it up to use your administrator rights again. ${elsewhere}`
  if (!isOn)
    return `A code from an app on your phone, or a passkey, protects your account even if someone learns your password. ${elsewhere}`
  const left = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`
  const asked = [
    ...(hasApp(state) ? ['a code from your authenticator app'] : []),
    ...(passkeys.length > 0 ? ['a passkey'] : []),
  ]
  return `It is on. After your password, we ask for ${asked.join(' or ')}. ${left} left.`
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
