import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useRenewRecoveryCodes, useTurnOffSecondFactor } from '#web/data/people/second-factor.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { PasswordInput } from '#web/parts/look/inputs.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

const formId = 'second-factor-password'

const texts = {
  'new codes': {
    title: 'New recovery codes',
    text: 'Your old recovery codes will stop working.',
    button: 'Get new codes',
  },
  off: {
    title: 'Turn off two-step verification',
    text: 'Your password alone will be enough to sign in.',
    button: 'Turn off',
  },
} as const

/** Asks for the password before a change to two-step verification: an open browser must not be enough. */
export function PasswordDialog({ act, onClose }: { act: keyof typeof texts; onClose: () => void }) {
  const { title, text, button } = texts[act]
  const toast = useToast()
  const [password, setPassword] = useState('')
  const renew = useRenewRecoveryCodes()
  const off = useTurnOffSecondFactor()
  const attempts = useAttempts(error => ({ header: 'That did not work', text: plainReason(error) }))
  const errors = fieldErrors(renew.error ?? off.error)

  async function save() {
    if (act === 'new codes') await renew.mutateAsync(password)
    else {
      await off.mutateAsync(password)
      toast({ variant: 'success', header: 'Two-step verification is off' })
      onClose()
    }
  }

  if (renew.data)
    return (
      <Dialog
        title={title}
        opened
        onClose={onClose}
        staysOnClickBeside
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <RecoveryCodes codes={renew.data.recoveryCodes} />
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      opened
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={attempts.isRunning}>
            {button}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void attempts.attempt(save)
        }}
      >
        <p>{text}</p>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          error={errorOf(errors, 'CurrentPassword', 'Current password')}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
