import { messageFailure, messageProblems, messageSuccesses, type MessageDraft } from './message-text.ts'
import { updateStoredMessage, type StoredMessage } from '#contract/devices/public-address'
import { useAddStoredMessage, useUpdateStoredMessage } from '#web/data/devices/public-address.ts'
import { currentIn } from '#web/data/requests/failures.ts'
import { useEditForm } from '#web/forms/edit/use-edit-form.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

const emptyDraft: MessageDraft = { title: '', message: '' }

/** Edits a stored message or creates one, and saves it. */
export function useMessageForm(opened: StoredMessage | null, onSaved: () => void) {
  const add = useAddStoredMessage()
  const update = useUpdateStoredMessage()
  const act = opened ? 'update' : 'add'
  const toast = useToast()
  return useEditForm({
    opened,
    draftOf: stored => (stored ? { title: stored.title, message: stored.message } : emptyDraft),
    saving: opened ? update : add,
    async send(draft, over) {
      if (over) await update.mutateAsync({ ...draft, id: over.id, version: over.version })
      else await add.mutateAsync({ ...draft })
    },
    currentIn: error => currentIn(updateStoredMessage, error),
    problemsOf: messageProblems,
    failureOf: error => messageFailure(error, act),
    onSaved() {
      toast({ variant: 'success', header: messageSuccesses[act] })
      onSaved()
    },
  })
}
