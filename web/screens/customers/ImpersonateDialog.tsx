import type { User } from '#contract/people/users'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useStartImpersonation } from '#web/data/people/identity.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'

interface ImpersonateDialogProps {
  person: User
  onClose: () => void
}

const formId = 'impersonate'
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
    <Dialog
      title={`Impersonate ${person.fullName}`}
      opened
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={attempts.isRunning} disabled={reason.trim() === ''}>
            Impersonate
          </Button>
        </>
      }
    >
      <p>
        For 30 minutes you see and do what {person.fullName} may. Everything is written to the audit log under
        both names, with your reason.
      </p>
      <form
        id={formId}
        onSubmit={event => {
          event.preventDefault()
          void attempts.attempt(begin)
        }}
      >
        <TextInput
          label="Reason"
          withAsterisk
          data-autofocus
          maxLength={longestReason}
          placeholder="For example a ticket number"
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
          error={errorOf(fieldErrors(start.error), 'Reason', 'Reason')}
        />
      </form>
    </Dialog>
  )
}
