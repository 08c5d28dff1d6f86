import { cameraFailure } from './camera-text.ts'
import type { Camera } from '#contract/devices/cameras'
import { useDeleteCamera } from '#web/data/devices/cameras.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'

export function DeleteCamera({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const remove = useDeleteCamera()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(camera.id)
      toast({ variant: 'success', header: 'Camera removed' })
      onClose()
    } catch (error) {
      toast({ variant: 'error', ...cameraFailure(error, 'The camera was not removed') })
    }
  }

  return (
    <RemoveDialog
      name={camera.name}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}
