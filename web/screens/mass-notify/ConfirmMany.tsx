import classes from './MassNotify.module.css'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface ConfirmManyProps {
  people: number
  opened: boolean
  isSending: boolean
  onCancel: () => void
  onSend: () => void
}

const formId = 'confirm-many'

/** A message to many cannot be recalled, so the sender must type how many people it reaches. */
export function ConfirmMany({ people, opened, isSending, onCancel, onSend }: ConfirmManyProps) {
  const [typed, setTyped] = useState('')
  const isRight = Number(typed.replaceAll(/[\s,]/g, '')) === people
  const close = (act: () => void) => () => {
    setTyped('')
    act()
  }
  return (
    <Dialog
      title="Send to many people"
      opened={opened}
      onClose={close(onCancel)}
      actions={
        <>
          <Button variant="default" onClick={close(onCancel)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isRight} loading={isSending}>
            Send Message
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          if (isRight) close(onSend)()
        }}
      >
        <p>
          This message goes to {people.toLocaleString('en-US')} people. It cannot be taken back once it is
          sent.
        </p>
        <TextInput
          data-autofocus
          label={`Type ${people} to send it`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
