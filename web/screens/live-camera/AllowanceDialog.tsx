import classes from './LiveCamera.module.css'
import { setLiveStreamMinutes, type CameraUsageReply } from '#contract/devices/cameras'
import { useSetAllowance } from '#web/data/devices/cameras.ts'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

const formId = 'allowance'

/** How much an organization may watch each month, set by the provider. */
export function AllowanceDialog({ usage, onClose }: { usage: CameraUsageReply; onClose: () => void }) {
  const [version, setVersion] = useState(usage.version)
  const [minutes, setMinutes] = useState(String(usage.liveStreamMinutes))
  const save = useSetAllowance(usage.id)
  const toast = useToast()
  const attempts = useAttempts(error => {
    const current = currentIn(setLiveStreamMinutes, error)
    // The next save is made with the current version in view.
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
    <Dialog
      title="Change Allowance"
      opened
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={attempts.isRunning}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={classes.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void attempts.attempt(send)
        }}
      >
        <TextInput
          label="Minutes per month"
          inputMode="numeric"
          data-autofocus
          value={minutes}
          onChange={event => setMinutes(event.currentTarget.value.replace(/\D/g, '').slice(0, 7))}
          error={errorOf(fieldErrors(save.error), 'LiveStreamMinutes', 'Minutes per month')}
        />
      </form>
    </Dialog>
  )
}
