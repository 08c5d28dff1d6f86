import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './TwoSteps.module.css'
import { useConfirmSecondFactor, useStartSecondFactor } from '#web/data/people/second-factor.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { PasswordInput, TextInput } from '#web/parts/look/inputs.ts'
import { QrCode } from '#web/parts/page/QrCode.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

/** The field replaces the one that had the focus. */
const focused = (field: HTMLInputElement | null) => field?.focus()

const formId = 'second-factor-set-up'
const title = 'Set up two-step verification'

/** The password, then the picture and the first code, then the recovery codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const start = useStartSecondFactor()
  const confirm = useConfirmSecondFactor()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const attempts = useAttempts(error => ({ header: 'That did not work', text: plainReason(error) }))
  const errors = fieldErrors(confirm.error ?? start.error)

  if (confirm.data)
    return (
      <Dialog
        title="Two-step verification is on"
        opened
        onClose={onClose}
        staysOnClickBeside
        actions={<Button onClick={onClose}>I saved the codes</Button>}
      >
        <RecoveryCodes codes={confirm.data.recoveryCodes} />
      </Dialog>
    )

  const save = () => (start.data ? confirm.mutateAsync(code) : start.mutateAsync(password))
  return (
    <Dialog
      title={title}
      opened
      onClose={onClose}
      staysOnClickBeside={start.data !== undefined}
      note={<SaveNote failure={attempts.failure} />}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={attempts.isRunning}>
            {start.data ? 'Turn on' : 'Next'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={classes.steps}
        onSubmit={event => {
          event.preventDefault()
          void attempts.attempt(async () => void (await save()))
        }}
      >
        {start.data ? (
          <>
            <p>
              Scan this with an authenticator app such as Google Authenticator, Microsoft Authenticator or
              1Password, then enter the code that it shows.
            </p>
            <QrCode
              text={start.data.uri}
              label="QR code for your authenticator app"
              className={classes.code}
            />
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
          <PasswordInput
            key="password"
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            error={errorOf(errors, 'CurrentPassword', 'Current password')}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
