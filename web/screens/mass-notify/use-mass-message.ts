import {
  draftErrors,
  emptyMassMessageDraft,
  needsConfirmation,
  type MassMessageDraft,
  type DraftErrors,
} from './draft.ts'
import { createSendKeys } from './send-key.ts'
import { fieldErrors, plainReason, Unreachable } from '#web/data/requests/failures.ts'
import { useMassPreview, useSendMassMessage } from '#web/data/messages/mass-notify.ts'
import { errorsBeside } from '#web/parts/fields/field-errors.ts'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

const fieldsShown = ['Recipients', 'Message']

/** Manages the draft, whom it would reach, and how to send it. */
export function useMassMessage() {
  const [draft, setDraft] = useState(emptyMassMessageDraft)
  const [localErrors, setLocalErrors] = useState<DraftErrors>({})
  const [isConfirming, setConfirming] = useState(false)
  const [sentId, setSentId] = useState<number>()
  const [keys] = useState(() => createSendKeys(() => crypto.randomUUID()))
  const toast = useToast()
  const sending = useSendMassMessage()
  const preview = useMassPreview({
    recipients: [...draft.recipients],
    channel: draft.channel,
    message: draft.message.trim().slice(0, 500),
  })
  const people = preview.data?.recipients
  const attempts = useAttempts(error => {
    void preview.refetch()
    return failureInWords(error)
  })

  function change(changed: Partial<MassMessageDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    setLocalErrors({})
    if (sending.isError) sending.reset()
  }

  async function send() {
    if (people === undefined) return
    const { expiresMinutes, channel, message, recipients } = draft
    const key = keys.keyFor(draft)
    try {
      const { id } = await sending.mutateAsync({
        key,
        recipients: [...recipients],
        message,
        channel,
        expected: people,
        expiresMinutes,
      })
      keys.forget()
      setSentId(id)
      setDraft(emptyMassMessageDraft)
      toast({ variant: 'success', header: 'Message sent' })
    } finally {
      setConfirming(false)
    }
  }

  /** Handles a click on the button: asks for confirmation before sending to many people. */
  async function press() {
    const errors = draftErrors(draft)
    setLocalErrors(errors)
    if (Object.keys(errors).length > 0 || people === undefined) return
    if (needsConfirmation(people)) setConfirming(true)
    else await attempts.attempt(send)
  }

  return {
    draft,
    preview,
    sentId,
    isConfirming,
    isSending: attempts.isRunning,
    failure: attempts.failure,
    isBegun: draft.message.trim() !== '',
    errors: { ...fieldErrors(preview.error), ...fieldErrors(sending.error), ...localErrors },
    change,
    press,
    send: () => attempts.attempt(send),
    cancel: () => setConfirming(false),
  }
}

function failureInWords(error: unknown): { header: string; text: string } {
  const [reported] = errorsBeside(fieldErrors(error), fieldsShown)
  const text =
    error instanceof Unreachable
      ? 'No response from the server. Press Send Message again: no one gets the message twice.'
      : plainReason(error)
  return { header: reported ?? 'Error sending message', text }
}
