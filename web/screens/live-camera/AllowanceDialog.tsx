import { setLiveStreamMinutes, type CameraUsageReply } from '#contract/devices/cameras'
import { useSetAllowance } from '#web/data/devices/cameras.ts'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** Sets how long an organization may watch each month. For the provider. */
export function AllowanceDialog({ usage, onClose }: { usage: CameraUsageReply; onClose: () => void }) {
  const [version, setVersion] = useState(usage.version)
  const [minutes, setMinutes] = useState(String(usage.liveStreamMinutes))
  const save = useSetAllowance(usage.id)
  const toast = useToast()
  const attempts = useAttempts(error => {
    const current = currentIn(setLiveStreamMinutes, error)
    // The next save is based on the current version, which is now shown.
    if (current) setVersion(current.version)
    if (current) setMinutes(String(current.liveStreamMinutes))
    return { header: 'The allowance was not changed', text: plainReason(error) }
  })

  async function send() {
    await save.mutateAsync({ liveStreamMinutes: Number(minutes), version })
    toast({ variant: 'success', header: 'Allowance changed' })
    onClose()
  }

  return (
    <EntryDialog
      title="Change allowance"
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit="Save"
      isBusy={attempts.isRunning}
      onSubmit={() => void attempts.attempt(send)}
    >
      <TextInput
        label="Minutes per month"
        inputMode="numeric"
        data-autofocus
        value={minutes}
        onChange={event => setMinutes(event.currentTarget.value.replace(/\D/g, '').slice(0, 7))}
        error={errorOf(fieldErrors(save.error), 'LiveStreamMinutes', 'Minutes per month')}
      />
    </EntryDialog>
  )
}
