import { messageFailure, messageProblems, messageSuccesses, type MessageDraft } from './message-text.ts'
import { updateStoredMessage, type StoredMessage } from '#contract/devices/public-address'
import { mergeEdits } from '#domain/edits/merge'
import { currentIn, fieldErrors } from '#web/data/requests/failures.ts'
import { useAddStoredMessage, useUpdateStoredMessage } from '#web/data/devices/public-address.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

const emptyDraft: MessageDraft = { title: '', message: '' }

export function messageDraftOf(stored: StoredMessage | null): MessageDraft {
  return stored ? { title: stored.title, message: stored.message } : emptyDraft
}

function isSame(one: MessageDraft, other: MessageDraft): boolean {
  return one.title === other.title && one.message === other.message
}

/** Edits a stored message or creates one, and saves it. */
export function useMessageForm(opened: StoredMessage | null, onSaved: () => void) {
  const [stored, setStored] = useState(opened)
  const [draft, setDraft] = useState(() => messageDraftOf(opened))
  const [newer, setNewer] = useState<StoredMessage | null>(null)
  const [hasTried, setTried] = useState(false)
  const add = useAddStoredMessage()
  const update = useUpdateStoredMessage()
  const saving = stored ? update : add
  const act = stored ? 'update' : 'add'
  const toast = useToast()
  const attempts = useAttempts(inWords)
  const problems = messageProblems(draft)

  function change(changed: Partial<MessageDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (saving.isError) saving.reset() // the rejected value is gone
  }

  async function send(over: StoredMessage | null, wanted: MessageDraft) {
    if (over) {
      await saveOver({
        base: over,
        draft: wanted,
        draftOf: messageDraftOf,
        send: (merged, { id, version }) => update.mutateAsync({ ...merged, id, version }),
        currentIn: error => currentIn(updateStoredMessage, error),
      })
    } else await add.mutateAsync({ ...wanted })
    toast({ variant: 'success', header: messageSuccesses[act] })
    onSaved()
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updateStoredMessage, error)
    setNewer(current ?? null)
    return current ? null : messageFailure(error, act)
  }

  async function submit() {
    setTried(true)
    if (Object.keys(problems).length === 0) await attempts.attempt(() => send(stored, draft))
  }

  /** Fields that both changed take the chosen side. Every other field takes the value of the person who changed it. */
  function settle(theirs: StoredMessage, whose: 'mine' | 'theirs'): MessageDraft {
    const merged = mergeEdits(messageDraftOf(stored), draft, messageDraftOf(theirs))[whose]
    setStored(theirs)
    setDraft(merged)
    setNewer(null)
    saving.reset()
    attempts.forget()
    return merged
  }

  return {
    draft,
    newer,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: !isSame(draft, messageDraftOf(stored)),
    errors: { ...fieldErrors(saving.error), ...(hasTried && problems) },
    change,
    submit,
    before: messageDraftOf(stored),
    keepMine: () => newer && attempts.attempt(() => send(newer, settle(newer, 'mine'))),
    takeTheirs: (theirs: StoredMessage) => void settle(theirs, 'theirs'),
  }
}
