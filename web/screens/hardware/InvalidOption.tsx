import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Button } from '@mantine/core'

/** Shown if the URL asks for a dialog that does not exist, or that this person may not open. */
export function InvalidOption({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Invalid Option"
      onClose={onClose}
      actions={
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      }
    >
      <p>The link you followed asks for something this page does not have.</p>
    </Dialog>
  )
}
