import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useState } from 'react'

interface ConfirmManyProps {
  people: number
  opened: boolean
  isSending: boolean
  onCancel: () => void
  onSend: () => void
}

/** A message to many people cannot be recalled, so the sender must type how many people it reaches. */
export function ConfirmMany({ people, opened, isSending, onCancel, onSend }: ConfirmManyProps) {
  const [typed, setTyped] = useState('')
  const isRight = Number(typed.replaceAll(/[\s,]/g, '')) === people
  const close = (act: () => void) => () => {
    setTyped('')
    act()
  }
  return (
    <EntryDialog
      title="Send to many people"
      opened={opened}
      onClose={close(onCancel)}
      submit="Send Message"
      isBusy={isSending}
      isBlocked={!isRight}
      onSubmit={() => close(onSend)()}
    >
      <p>
        This message goes to {people.toLocaleString('en-US')} people. It cannot be taken back once it is sent.
      </p>
      <TextInput
        data-autofocus
        label={`Type ${people} to send it`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
    </EntryDialog>
  )
}
