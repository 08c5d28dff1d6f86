import { CurrentPassword } from './CurrentPassword.tsx'
import classes from './Profile.module.css'
import { useDownloadOwnData } from '#web/data/people/privacy.ts'
import { useSecondFactor } from '#web/data/people/second-factor.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'

/** Offers a copy of what is stored about a person, to that person only. */
export function YourData() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Your data">
      <p className={classes.text}>
        Everything that we store about you, in one file. <Link to="/Privacy">What we store about you</Link>
      </p>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Download your data
        </Button>
      </div>
      {isOpen && <DownloadDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** Asks for the password first, because an open browser must not be enough. */
function DownloadDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const download = useDownloadOwnData()
  // People who sign in only with their identity provider have no password.
  const hasPassword = useSecondFactor().data?.isOffered ?? true
  const [password, setPassword] = useState('')
  const attempts = useAttempts(error => ({
    header: 'Your data was not downloaded',
    text: plainReason(error),
  }))
  const errors = fieldErrors(download.error)

  async function save() {
    await download.mutateAsync(password)
    toast({ variant: 'success', header: 'Your data was downloaded' })
    onClose()
  }

  return (
    <EntryDialog
      title="Download your data"
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit="Download"
      isBusy={attempts.isRunning}
      onSubmit={() => void attempts.attempt(save)}
    >
      <p>
        You get a JSON file with your details, sign-ins, locations, messages and activity. Keep it where only
        you can read it.
      </p>
      {hasPassword ? (
        <CurrentPassword value={password} errors={errors} onChange={setPassword} />
      ) : (
        <p>To make sure that it’s you, this works only shortly after you sign in.</p>
      )}
    </EntryDialog>
  )
}
