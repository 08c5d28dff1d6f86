import { Dialog } from './Dialog.tsx'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

interface WarningDialogProps {
  title: string
  /** The consequences. */
  children: ReactNode
  opened?: boolean
  busy?: boolean
  /** The label of the confirm button. */
  confirm?: string
  onCancel: () => void
  onConfirm: () => void
}

export function WarningDialog({
  title,
  children,
  opened = true,
  busy = false,
  confirm = 'Confirm',
  onCancel,
  onConfirm,
}: WarningDialogProps) {
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onCancel}
      actions={
        <>
          <Button variant="default" onClick={onCancel} data-autofocus>
            Cancel
          </Button>
          <Button loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
