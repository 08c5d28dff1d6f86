import type { ScenarioMapping } from '#contract/messages/informacast'
import { useDeleteScenarioMapping } from '#web/data/messages/informacast.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'

const shownMs = 6000

export function DeleteTrigger({ trigger, onClose }: { trigger: ScenarioMapping; onClose: () => void }) {
  const remove = useDeleteScenarioMapping()
  const toast = useToast()

  async function end() {
    try {
      await remove.mutateAsync(trigger.id)
      toast({ variant: 'success', header: 'Scenario Trigger Deleted' })
    } catch {
      toast({
        variant: 'error',
        header: 'Error deleting Scenario Trigger',
        text: 'An error occurred while deleting the Scenario Trigger. Please try again.',
        forMs: shownMs,
      })
    }
    onClose()
  }

  return (
    <RemoveDialog
      name={`the trigger for ${trigger.singlewireScenarioName}`}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void end()}
    />
  )
}
