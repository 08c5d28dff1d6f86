import { CurrentPassword } from '#web/screens/profile/CurrentPassword.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { Passkey } from '#contract/people/second-factor'
import { useRemovePasskey } from '#web/data/people/passkeys.ts'
import {
  useRemoveApp,
  useRenewRecoveryCodes,
  useTurnOffSecondFactor,
} from '#web/data/people/second-factor.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** The change that requires the password. Removing the last factor also removes the recovery codes. */
export type PasswordAct =
  | { readonly kind: 'new codes' }
  | { readonly kind: 'off' }
  | { readonly kind: 'remove app'; readonly isLast: boolean }
  | { readonly kind: 'remove passkey'; readonly passkey: Passkey; readonly isLast: boolean }

const lastOne =
  'This is the last one: your password alone will be enough to sign in, and your recovery codes will stop working.'

function textsOf(act: PasswordAct): { title: string; text: string; button: string; done: string } {
  if (act.kind === 'new codes')
    return {
      title: 'New recovery codes',
      text: 'Your old recovery codes will stop working.',
      button: 'Get new codes',
      done: '',
    }
  if (act.kind === 'off')
    return {
      title: 'Turn off two-step verification',
      text: 'Your app, your passkeys and your recovery codes will stop working here. Your password alone will be enough to sign in.',
      button: 'Turn off',
      done: 'Two-step verification is off',
    }
  if (act.kind === 'remove app')
    return {
      title: 'Remove authenticator app',
      text: act.isLast ? lastOne : 'Its codes will stop working. Your passkeys will remain.',
      button: 'Remove',
      done: 'Authenticator app removed',
    }
  return {
    title: `Remove ${act.passkey.name}`,
    text: act.isLast
      ? lastOne
      : 'You will no longer be able to sign in with it. To stop being offered it, delete it from your device as well.',
    button: 'Remove',
    done: 'Passkey removed',
  }
}

/** Asks for the password before a change to two-step verification, because an open browser must not be enough. */
export function PasswordDialog({ act, onClose }: { act: PasswordAct; onClose: () => void }) {
  const { title, text, button, done } = textsOf(act)
  const toast = useToast()
  const [password, setPassword] = useState('')
  const renew = useRenewRecoveryCodes()
  const off = useTurnOffSecondFactor()
  const removeApp = useRemoveApp()
  const removePasskey = useRemovePasskey()
  const attempts = useAttempts(error => ({ header: 'That did not work', text: plainReason(error) }))
  const errors = fieldErrors(renew.error ?? off.error ?? removeApp.error ?? removePasskey.error)

  async function save() {
    if (act.kind === 'new codes') return void (await renew.mutateAsync(password))
    if (act.kind === 'off') await off.mutateAsync(password)
    else if (act.kind === 'remove app') await removeApp.mutateAsync(password)
    else await removePasskey.mutateAsync({ id: act.passkey.id, currentPassword: password })
    toast({ variant: 'success', header: done })
    onClose()
  }

  const codes = renew.data && <RecoveryCodes codes={renew.data.recoveryCodes} />
  return (
    <EntryDialog
      title={title}
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit={button}
      isBusy={attempts.isRunning}
      onSubmit={() => void attempts.attempt(save)}
      shownOnce={codes && { title, done: 'Done', content: codes }}
    >
      <p>{text}</p>
      <CurrentPassword value={password} errors={errors} onChange={setPassword} />
    </EntryDialog>
  )
}
