import { CurrentPassword } from '#web/screens/profile/CurrentPassword.tsx'
import { firstRecoveryCodes } from './RecoveryCodes.tsx'
import { createPasskey, whyNotCreated } from './create-passkey.ts'
import { browserName } from '#domain/access/browser-name'
import { useAddPasskey, useStartPasskey } from '#web/data/people/passkeys.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** This field replaces the field that had the focus. */
const focused = (field: HTMLInputElement | null) => field?.focus()

/**
 * Asks for the password, then for a name, opens the browser's own dialog, and shows the recovery codes if it is the
 * first factor. The name comes before the browser's dialog, because otherwise people could create a passkey and then
 * close this dialog, and the server would not know the passkey.
 */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const start = useStartPasskey()
  const add = useAddPasskey()
  const [password, setPassword] = useState('')
  const [name, setName] = useState(() => browserName(navigator.userAgent, navigator.maxTouchPoints))
  const attempts = useAttempts(error => ({
    header: 'That did not work',
    text: whyNotCreated(error) ?? plainReason(error),
  }))
  const errors = fieldErrors(add.error ?? start.error)

  async function save() {
    if (!start.data) return void (await start.mutateAsync(password))
    const credential = await createPasskey(start.data.options)
    // The browser's signed response is valid only once, whatever the result.
    const { recoveryCodes } = await add.mutateAsync({ name, credential }).catch((error: unknown) => {
      start.reset()
      throw error
    })
    if (recoveryCodes.length > 0) return
    toast({ variant: 'success', header: 'Passkey added' })
    onClose()
  }

  return (
    <EntryDialog
      title="Add a passkey"
      onClose={onClose}
      staysOnClickBeside={start.data !== undefined}
      note={<SaveNote failure={attempts.failure} />}
      submit={start.data ? 'Create passkey' : 'Next'}
      isBusy={attempts.isRunning}
      isBlocked={start.data !== undefined && name.trim() === ''}
      onSubmit={() => void attempts.attempt(save)}
      shownOnce={firstRecoveryCodes(add.data?.recoveryCodes)}
    >
      {start.data ? (
        <>
          <p>
            Your browser will ask for your fingerprint, your face or your screen lock. With the passkey you
            can sign in without your password.
          </p>
          <TextInput
            key="name"
            label="Name"
            description="To recognize it in your list"
            maxLength={80}
            ref={focused}
            error={errorOf(errors, 'Name', 'Name')}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
        </>
      ) : (
        <CurrentPassword key="password" value={password} errors={errors} onChange={setPassword} />
      )}
    </EntryDialog>
  )
}
