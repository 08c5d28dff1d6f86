import classes from './Profile.module.css'
import { shortestPassword } from '#domain/access/password-length'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useChangePassword } from '#web/data/people/identity.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf, errorsBeside } from '#web/parts/fields/field-errors.ts'
import { PasswordInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useForm } from 'react-hook-form'

interface ChangePasswordProps {
  userId: string
  email: string | null
  opened: boolean
  onClose: () => void
}

const wireNames = ['CurrentPassword', 'NewPassword', 'ConfirmedNewPassword']
const blank = { currentPassword: '', newPassword: '', confirmedNewPassword: '' }

export function ChangePassword({ userId, email, opened, onClose }: ChangePasswordProps) {
  const toast = useToast()
  const change = useChangePassword()
  const attempts = useAttempts(error => ({ header: 'Error changing password', text: plainReason(error) }))
  const { register, handleSubmit, reset } = useForm({ defaultValues: blank })
  const errors = fieldErrors(change.error)
  const weak = errorOf(errors, 'NewPassword', 'New password')
  const others = errorsBeside(errors, wireNames)

  function close() {
    reset(blank)
    change.reset()
    attempts.forget()
    onClose()
  }

  async function save(passwords: typeof blank) {
    await change.mutateAsync({ userId, ...passwords })
    close()
    toast({ variant: 'success', header: 'Password changed' })
  }

  return (
    <EntryDialog
      title="Change Password"
      opened={opened}
      onClose={close}
      note={<SaveNote failure={attempts.failure} />}
      submit="Change Password"
      isBusy={attempts.isRunning}
      onSubmit={() => void handleSubmit(passwords => attempts.attempt(() => save(passwords)))()}
    >
      {others.length > 0 && (
        <div role="alert">
          <ul className={classes.errors}>
            {others.map(message => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly type="text" autoComplete="username" value={email ?? ''} />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        error={errorOf(errors, 'CurrentPassword', 'Current password')}
        {...register('currentPassword')}
      />
      <PasswordInput
        label="New password"
        description={
          weak === undefined && `At least ${shortestPassword} characters. A few unrelated words work well.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        error={weak}
        {...register('newPassword')}
      />
      <PasswordInput
        label="Confirm new password"
        autoComplete="new-password"
        error={errorOf(errors, 'ConfirmedNewPassword', 'Confirmation')}
        {...register('confirmedNewPassword')}
      />
    </EntryDialog>
  )
}
