import { NewKey } from './NewKey.tsx'
import { fieldErrors, plainReason } from '#web/data/failures.ts'
import { useCreateFeedKey } from '#web/data/feed-keys.ts'
import { Dialog } from '#web/parts/Dialog.tsx'
import { errorOf } from '#web/parts/field-errors.ts'
import { Switch, TextInput } from '#web/parts/inputs.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { WarningNote } from '#web/parts/WarningNote.tsx'
import { Button } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'

const formId = 'add-feed-key'
const longestName = 80

export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [provesAbsence, setProvesAbsence] = useState(false)
  const create = useCreateFeedKey()
  const toast = useToast()

  async function add(event: SubmitEvent) {
    event.preventDefault()
    try {
      await create.mutateAsync({ name, provesAbsence })
    } catch (error) {
      toast({ variant: 'error', header: 'Error adding key', text: plainReason(error) })
    }
  }

  if (create.data) {
    return (
      <Dialog
        title={`Key for ${create.data.name}`}
        opened
        staysOnClickBeside
        onClose={onClose}
        actions={<Button onClick={onClose}>I’ve saved the key</Button>}
      >
        <NewKey secret={create.data.key} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Add a key"
      opened
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={create.isPending} disabled={name.trim() === ''}>
            Add key
          </Button>
        </>
      }
    >
      <p>
        A key lets one source send strikes. Give each source its own, so that you can revoke one without the
        others.
      </p>
      <form id={formId} onSubmit={event => void add(event)}>
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={longestName}
          placeholder="For example the network's name"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={errorOf(fieldErrors(create.error), 'Name', 'Name')}
        />
      </form>
      <Switch
        label="Its coverage may prove All Clear"
        description="Only for a network that covers the whole country. Its strikes count either way."
        checked={provesAbsence}
        onChange={event => setProvesAbsence(event.currentTarget.checked)}
      />
      {provesAbsence && (
        <WarningNote
          title="Does it cover the whole country?"
          text="A source that covers less would show All Clear where it cannot detect lightning."
        />
      )}
    </Dialog>
  )
}
