import classes from './LocationForm.module.css'
import type { Location } from '#contract/places/locations'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDeleteLocation } from '#web/data/places/locations.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

interface DeleteLocationProps {
  location: Location
  isAsked: boolean
  onAsk: (asked: boolean) => void
  onDeleted: () => void
}

export function DeleteLocation({ location, isAsked, onAsk, onDeleted }: DeleteLocationProps) {
  const remove = useDeleteLocation()
  const toast = useToast()

  async function confirmed() {
    try {
      const message = await remove.mutateAsync(location.id)
      toast({ variant: 'success', header: message })
      onDeleted()
    } catch (error) {
      toast({ variant: 'error', header: plainReason(error) })
      onAsk(false)
    }
  }

  return (
    <div className={classes.delete}>
      <Button
        variant="subtle"
        color="danger"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={location.type === 1}
        onClick={() => onAsk(true)}
      >
        Delete Location
      </Button>
      {isAsked && (
        <RemoveDialog
          name={location.label}
          busy={remove.isPending}
          onCancel={() => onAsk(false)}
          onRemove={() => void confirmed()}
        />
      )}
    </div>
  )
}
