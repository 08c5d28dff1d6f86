import { CurrentPassword } from '#web/screens/profile/CurrentPassword.tsx'
import { firstRecoveryCodes } from './RecoveryCodes.tsx'
import classes from './TwoSteps.module.css'
import { useConfirmSecondFactor, useStartSecondFactor } from '#web/data/people/second-factor.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { QrCode } from '#web/parts/page/QrCode.tsx'
import { useState } from 'react'

/** This field replaces the field that had the focus. */
const focused = (field: HTMLInputElement | null) => field?.focus()

const title = 'Set up an authenticator app'

/**
 * Asks for the password, then shows the QR code and asks for the first code, then shows the recovery codes if it is the
 * first factor.
 */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const start = useStartSecondFactor()
  const confirm = useConfirmSecondFactor()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const attempts = useAttempts(error => ({ header: 'That did not work', text: plainReason(error) }))
  const errors = fieldErrors(confirm.error ?? start.error)

  async function save() {
    if (!start.data) return void (await start.mutateAsync(password))
    const { recoveryCodes } = await confirm.mutateAsync(code)
    if (recoveryCodes.length > 0) return
    toast({ variant: 'success', header: 'Authenticator app added' })
    onClose()
  }
  return (
    <EntryDialog
      title={title}
      onClose={onClose}
      staysOnClickBeside={start.data !== undefined}
      note={<SaveNote failure={attempts.failure} />}
      submit={start.data ? 'Turn on' : 'Next'}
      isBusy={attempts.isRunning}
      onSubmit={() => void attempts.attempt(save)}
      shownOnce={firstRecoveryCodes(confirm.data?.recoveryCodes)}
    >
      {start.data ? (
        <>
          <p>
            Scan this with an authenticator app such as Google Authenticator, Microsoft Authenticator or
            1Password, then enter the code that it shows.
          </p>
          <QrCode text={start.data.uri} label="QR code for your authenticator app" className={classes.code} />
          <CopyText
            label="Can’t scan it?"
            text={start.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            about="Enter this key in the app."
          />
          <TextInput
            key="code"
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            ref={focused}
            error={errorOf(errors, 'Code', 'Code')}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
        </>
      ) : (
        <CurrentPassword key="password" value={password} errors={errors} onChange={setPassword} />
      )}
    </EntryDialog>
  )
}
