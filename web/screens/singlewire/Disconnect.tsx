import { plainReason } from '#web/data/requests/failures.ts'
import { useDeleteConnection } from '#web/data/messages/informacast.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'

export function Disconnect({ customerId, onClose }: { customerId: number; onClose: () => void }) {
  const remove = useDeleteConnection(customerId)
  const toast = useToast()

  async function end() {
    try {
      await remove.mutateAsync()
      toast({
        variant: 'success',
        header: 'InformaCast disconnected',
        text: 'Its token and triggers have been deleted.',
      })
    } catch (error) {
      toast({ variant: 'error', header: 'Error disconnecting InformaCast', text: plainReason(error) })
    }
  }

  return (
    <RemoveDialog
      name="the connection to InformaCast and all of its triggers"
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void end()}
    />
  )
}
