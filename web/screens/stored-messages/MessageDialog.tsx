import type { MessageDraft } from './message-text.ts'
import classes from './StoredMessages.module.css'
import { messageDraftOf, useMessageForm } from './use-message-form.ts'
import type { StoredMessage } from '#contract/devices/public-address'
import { SpokenField } from '#web/forms/speech/SpokenField.tsx'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { contested, type Described } from '#web/parts/leaving/differences.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'

const formId = 'stored-message'
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
    <Dialog
      title={stored ? 'Edit Message' : 'Add Message'}
      opened
      isCovered={leaving.isAsking}
      onClose={cancel}
      note={
        newer ? (
          <OvertakenNote
            rows={contested(inWords(form.before), inWords(draft), inWords(messageDraftOf(newer)))}
            isBusy={form.isBusy}
            onKeepMine={() => void form.keepMine()}
            onUseTheirs={() => form.takeTheirs(newer)}
          />
        ) : (
          <SaveNote failure={form.failure} />
        )
      }
      actions={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={form.isBusy} disabled={newer !== null}>
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
          void form.submit()
        }}
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
      </form>
      {leaving.question}
    </Dialog>
  )
}
