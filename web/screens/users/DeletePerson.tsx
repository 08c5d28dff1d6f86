import type { User } from '#contract/people/users'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDeletePerson } from '#web/data/people/people.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'

export function DeletePerson({ person, onClose }: { person: User; onClose: () => void }) {
  const remove = useDeletePerson()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(person)
      toast({ variant: 'success', header: 'User deleted' })
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'Error deleting user', text: plainReason(error) })
    }
  }

  return (
    <RemoveDialog
      name={person.fullName}
      opened
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}
