import type { MessageDraft } from './message-text.ts'
import { useMessageForm } from './use-message-form.ts'
import type { StoredMessage } from '#contract/devices/public-address'
import { SpokenField } from '#web/forms/speech/SpokenField.tsx'
import { EditNote } from '#web/forms/edit/EditNote.tsx'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import type { Described } from '#web/parts/leaving/differences.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'

const longestTitle = 80

const inWords = ({ title, message }: MessageDraft): Described => [
  ['Title', title],
  ['Message', message],
]

interface MessageDialogProps {
  /** The message to edit; null for a new one. */
  stored: StoredMessage | null
  onClose: () => void
}

export function MessageDialog({ stored, onClose }: MessageDialogProps) {
  const form = useMessageForm(stored, onClose)
  const { draft, errors, newer } = form
  const leaving = useLeaving(form.isChanged, onClose)
  const cancel = () => leaving.leave(onClose)
  return (
    <EntryDialog
      title={stored ? 'Edit message' : 'Add Message'}
      isCovered={leaving.isAsking}
      onClose={cancel}
      note={<EditNote form={form} inWords={inWords} />}
      submit="Save"
      isBusy={form.isBusy}
      isBlocked={newer !== null}
      onSubmit={() => void form.submit()}
    >
      <TextInput
        label="Title"
        withAsterisk
        data-autofocus
        maxLength={longestTitle}
        value={draft.title}
        onChange={event => form.change({ title: event.currentTarget.value })}
        error={errorOf(errors, 'Title', 'Title')}
      />
      <SpokenField
        label="Message"
        isRequired
        value={draft.message}
        error={errorOf(errors, 'Message', 'Message')}
        onChange={message => form.change({ message })}
      />
      {leaving.question}
    </EntryDialog>
  )
}
