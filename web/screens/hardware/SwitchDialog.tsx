import { switchWords } from './switch-text.ts'
import type { Hardware } from '#contract/devices/hardware'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useSwitchHardware, type SwitchAct, type SwitchedPart } from '#web/data/devices/hardware.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

interface SwitchDialogProps {
  unit: Hardware
  part: SwitchedPart
  act: SwitchAct
  onClose: () => void
}

const longestReason = 500

/** Switches a unit, or only its siren, on or off. Requires a reason. */
export function SwitchDialog({ unit, part, act, onClose }: SwitchDialogProps) {
  const words = switchWords[part][act]
  const [reason, setReason] = useState('')
  const change = useSwitchHardware(part, act)
  const toast = useToast()
  const attempts = useAttempts(error => ({ header: words.failure, text: plainReason(error) }))

  async function send() {
    await change.mutateAsync({ message: reason, hardwareId: unit.id })
    toast({ variant: 'success', header: words.success })
    onClose()
  }

  return (
    <EntryDialog
      title={`${words.menu}: ${unit.name}`}
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit={act === 'disable' ? 'Disable' : 'Enable'}
      isBusy={attempts.isRunning}
      isBlocked={reason.trim() === ''}
      isDangerous={act === 'disable'}
      onSubmit={() => void attempts.attempt(send)}
    >
      <p>{words.effect}</p>
      <TextInput
        label="Reason"
        withAsterisk
        data-autofocus
        maxLength={longestReason}
        description="It will be recorded in the audit log with your name."
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        error={errorOf(fieldErrors(change.error), 'Message', 'Reason')}
      />
    </EntryDialog>
  )
}
