import type { User } from '#contract/people/users'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useStartImpersonation } from '#web/data/people/identity.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'

interface ImpersonateDialogProps {
  person: User
  onClose: () => void
}

const longestReason = 300

export function ImpersonateDialog({ person, onClose }: ImpersonateDialogProps) {
  const [reason, setReason] = useState('')
  const start = useStartImpersonation()
  const navigate = useNavigate()
  const attempts = useAttempts(error => ({
    header: 'Impersonation could not be started',
    text: plainReason(error),
  }))

  async function begin() {
    const code = await start.mutateAsync({ userId: person.id, reason })
    await navigate(`/impersonation?code=${encodeURIComponent(code)}`)
  }

  return (
    <EntryDialog
      title={`Impersonate ${person.fullName}`}
      onClose={onClose}
      submit="Impersonate"
      isBusy={attempts.isRunning}
      isBlocked={reason.trim() === ''}
      onSubmit={() => void attempts.attempt(begin)}
    >
      <p>
        For 30 minutes, you can see and do what {person.fullName} can. Everything is written to the audit log
        under both names, with your reason.
      </p>
      <TextInput
        label="Reason"
        withAsterisk
        data-autofocus
        maxLength={longestReason}
        placeholder="For example, a ticket number"
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        error={errorOf(fieldErrors(start.error), 'Reason', 'Reason')}
      />
    </EntryDialog>
  )
}
