import type { Widget } from '#contract/messages/widgets'
import { widgetTexts } from '#domain/widgets/widget'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { useShareWidget } from '#web/data/messages/widgets.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Sends a widget's code to someone such as a webmaster. */
export function ShareDialog({ widget, onClose }: { widget: Widget; onClose: () => void }) {
  const me = useMe()
  const share = useShareWidget()
  const toast = useToast()
  const [recipient, setRecipient] = useState('')
  const [hasTried, setTried] = useState(false)
  const attempts = useAttempts(error => ({
    header: 'There was an error sending the email.',
    text: plainReason(error),
  }))
  const isAddress = looksLikeAddress.test(recipient.trim())

  async function send() {
    setTried(true)
    if (!isAddress) return
    await attempts.attempt(async () => {
      await share.mutateAsync({
        recipient: recipient.trim(),
        widgetId: widget.id,
        ...(me.email !== null && { sender: me.email }),
      })
      toast({ variant: 'success', header: 'Email sent!' })
      onClose()
    })
  }

  return (
    <EntryDialog
      title={`Share ${widget.name}`}
      onClose={onClose}
      note={<SaveNote lead="Not sent." failure={attempts.failure} />}
      submit="Send"
      isBusy={attempts.isRunning}
      onSubmit={() => void send()}
    >
      <TextInput
        label="Recipient email"
        description="They get the code to paste into their page, and a link to preview it."
        type="email"
        withAsterisk
        data-autofocus
        value={recipient}
        onChange={event => setRecipient(event.currentTarget.value)}
        error={hasTried && !isAddress ? widgetTexts.email : undefined}
      />
    </EntryDialog>
  )
}
