import type { Reply } from '#contract/call'
import type { checkRestriction } from '#contract/places/locations'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Button } from '@mantine/core'

export type Restriction = Reply<typeof checkRestriction>

interface RestrictionDialogProps {
  restriction: Restriction
  isBusy: boolean
  onUnderstood: () => void
  onClose: () => void
}

/** Shows a restriction that must be acknowledged before the location is saved. Closing it returns to the form. */
export function RestrictionDialog({ restriction, isBusy, onUnderstood, onClose }: RestrictionDialogProps) {
  return (
    <Dialog
      title={restriction.title}
      onClose={onClose}
      actions={
        <Button data-autofocus loading={isBusy} onClick={onUnderstood}>
          I Understand
        </Button>
      }
    >
      <p>{restriction.message}</p>
    </Dialog>
  )
}
