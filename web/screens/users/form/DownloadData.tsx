import classes from './UserForm.module.css'
import type { User } from '#contract/people/users'
import { useDownloadPersonData } from '#web/data/people/privacy.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '@mantine/core'

/** Downloads what is stored about a person who asks for it and cannot download it themselves. */
export function DownloadData({ person }: { person: User }) {
  const download = useDownloadPersonData()
  const toast = useToast()
  const session = useSession()

  async function save() {
    try {
      await download.mutateAsync(person.id)
    } catch (error) {
      toast({ variant: 'error', header: 'The data was not downloaded', text: plainReason(error) })
    }
  }

  // Only administrators themselves may do this, not support staff acting as an administrator.
  if (session.state === 'signed-in' && session.acting) return null
  return (
    <div className={classes.wide}>
      <Button variant="default" size="xs" loading={download.isPending} onClick={() => void save()}>
        Download data
      </Button>
      <p className={classes.hint}>
        A file with everything that’s stored about this person, for when they ask for it. The audit log
        records it.
      </p>
    </div>
  )
}
