import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Button } from '@mantine/core'

/** Asks whether the viewer is still present. Closing the dialog in any way confirms that. */
export function IdleDialog({ seconds, onContinue }: { seconds: number; onContinue: () => void }) {
  return (
    <Dialog
      title="Are you still watching?"
      onClose={onContinue}
      actions={
        <Button onClick={onContinue} data-autofocus>
          Continue
        </Button>
      }
    >
      <p role="timer">
        {`You have been viewing this camera for 3 minutes. Would you like to continue? You will be disconnected in ${seconds} seconds.`}
      </p>
    </Dialog>
  )
}
