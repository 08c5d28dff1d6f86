import type { Report } from '#contract/messages/reports'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDeleteReport } from '#web/data/messages/reports.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'

export function DeleteReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const remove = useDeleteReport()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(report.id)
      toast({ variant: 'success', header: 'Report deleted' })
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'The report could not be deleted', text: plainReason(error) })
    }
  }

  return (
    <RemoveDialog
      name={report.name}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}
