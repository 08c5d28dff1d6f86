import { policyFailureToast } from './failure.ts'
import type { WirePolicy } from '#contract/places/policies'
import { useDeletePolicy } from '#web/data/policies/policies.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'

export function RemovePolicy({ policy, onClose }: { policy: WirePolicy; onClose: () => void }) {
  const remove = useDeletePolicy()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(policy.id)
      toast({ variant: 'success', header: 'Deleted' })
      onClose()
    } catch (error) {
      toast({ variant: 'error', ...policyFailureToast(error, 'Error deleting policy') })
    }
  }

  return (
    <RemoveDialog
      name={policy.policyDisplayName}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}
