import classes from './DeletePerson.module.css'
import type { User } from '#contract/people/users'
import { fates } from '#domain/privacy/stored-data'
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
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    >
      <Fates />
    </RemoveDialog>
  )
}

/** Lists what is deleted with an account, and what is kept and why. */
function Fates() {
  const { goes, stays } = fates()
  return (
    <div className={classes.fates}>
      <h3 id="what-goes">What is deleted</h3>
      <ul className={classes.goes} aria-labelledby="what-goes">
        {goes.map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      <h3 id="what-stays">What stays, and why</h3>
      <ul aria-labelledby="what-stays">
        {stays.map(({ title, fate }) => (
          <li key={title}>
            <strong>{title}.</strong> {fate.because}
          </li>
        ))}
      </ul>
    </div>
  )
}
