import { Dialog } from '#web/parts/Dialog.tsx'
import { Button } from '@mantine/core'

interface ReportDialogProps {
  station: { readonly id: number; readonly hardwareId: string; readonly locationName: string }
  opened: boolean
  onClose: () => void
}

export function ReportDialog({ station, opened, onClose }: ReportDialogProps) {
  return (
    <Dialog
      title="Export Historical Report"
      opened={opened}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>Reports for {station.locationName} are not available yet.</p>
    </Dialog>
  )
}
