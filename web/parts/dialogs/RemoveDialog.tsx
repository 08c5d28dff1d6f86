import { Dialog } from './Dialog.tsx'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

interface RemoveDialogProps {
  /** The item to remove. */
  name: string
  opened?: boolean
  busy?: boolean
  onCancel: () => void
  onRemove: () => void
  /** Further consequences of the removal. */
  children?: ReactNode
}

export function RemoveDialog({
  name,
  opened = true,
  busy = false,
  onCancel,
  onRemove,
  children,
}: RemoveDialogProps) {
  return (
    <Dialog
      title={`Remove ${name}`}
      opened={opened}
      onClose={onCancel}
      actions={
        <>
          <Button variant="default" onClick={onCancel} data-autofocus>
            Cancel
          </Button>
          <Button color="danger" loading={busy} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <p>Are you sure you want to remove {name}? This action cannot be undone.</p>
      {children}
    </Dialog>
  )
}
