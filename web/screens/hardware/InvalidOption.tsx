import { Dialog } from '#web/parts/Dialog.tsx'
import { Button } from '@mantine/core'

/** For an address that asks for a dialog which is not there, or not there for this person. */
export function InvalidOption({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Invalid Option"
      opened
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
