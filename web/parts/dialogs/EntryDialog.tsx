import { Dialog, type DialogProps } from './Dialog.tsx'
import classes from './Dialog.module.css'
import { FormButtons, type FormButtonsProps } from './FormButtons.tsx'
import { useFocusMarked } from '#web/parts/fields/use-focus-marked.ts'
import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface EntryDialogProps extends Omit<DialogProps, 'actions'>, Omit<FormButtonsProps, 'form' | 'onCancel'> {
  /** How often the input was rejected. Each time, the first marked field gets the focus. */
  failures?: number
  onSubmit: () => void
  /** The content that replaces the fields when the dialog is done. Shown only once, until its button is pressed. */
  shownOnce?: { readonly title: string; readonly done: string; readonly content: ReactNode } | undefined
}

/** A dialog around a few fields. A longer form is a `FormDialog`. */
export function EntryDialog(props: EntryDialogProps) {
  const { submit, isBusy = false, isBlocked = false, isDangerous = false, failures = 0, ...rest } = props
  const { onSubmit, shownOnce, children, ...dialog } = rest
  const formId = useId()
  const form = useFocusMarked<HTMLFormElement>(failures)
  const buttons = { submit, isBusy, isBlocked, isDangerous, form: formId, onCancel: dialog.onClose }
  if (shownOnce) {
    const done = <Button onClick={dialog.onClose}>{shownOnce.done}</Button>
    return (
      <Dialog title={shownOnce.title} onClose={dialog.onClose} staysOnClickBeside actions={done}>
        {shownOnce.content}
      </Dialog>
    )
  }
  return (
    <Dialog {...dialog} actions={<FormButtons {...buttons} />}>
      <form
        ref={form}
        id={formId}
        noValidate
        className={classes.body}
        onSubmit={event => {
          event.preventDefault()
          if (!isBlocked) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
