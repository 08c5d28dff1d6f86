import { useSaveConnection, useVerifyConnection } from '#web/data/messages/informacast.ts'
import { useMe } from '#web/data/people/users.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { PasswordInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'

const longestToken = 4000
const learnMore = 'https://www.singlewire.com/informacast'

/** The token is invalid, or the provider did not confirm it. */
class NotVerified extends Error {}

const shownMs = 6000

function inWords(error: unknown): Failure {
  return error instanceof NotVerified
    ? { header: 'Unable to verify Singlewire credentials', text: 'Verify your API token and try again' }
    : { header: 'Unable to configure Singlewire integration', text: 'Please try again later' }
}

/** Connects an organization to InformaCast, or replaces its access token. */
export function ConnectSinglewire({ onClose }: { onClose: () => void }) {
  const { customerId } = useMe()
  const [token, setToken] = useState('')
  const verify = useVerifyConnection()
  const save = useSaveConnection()
  const toast = useToast()
  const navigate = useNavigate()
  const attempts = useAttempts(error => ({ ...inWords(error), forMs: shownMs }))

  function connect() {
    return attempts.attempt(async () => {
      const isGood = await verify.mutateAsync(token.trim()).catch(() => false)
      if (!isGood) throw new NotVerified()
      await save.mutateAsync({ customerId, token: token.trim() })
      toast({ variant: 'success', header: 'Singlewire configuration saved' })
      onClose()
      await navigate('/Integrations/Singlewire')
    })
  }

  return (
    <EntryDialog
      title="Singlewire - InformaCast"
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit={attempts.isRunning ? 'Saving' : 'Save'}
      isBlocked={token.trim() === '' || attempts.isRunning}
      onSubmit={() => void connect()}
    >
      <p>
        In InformaCast, create a token for a service account that can see sites and trigger scenarios.{' '}
        <a href={learnMore} target="_blank" rel="noreferrer">
          Learn more
        </a>
      </p>
      <PasswordInput
        label="API Token"
        placeholder="Service Account Token"
        description="Stored encrypted and never shown again"
        data-autofocus
        autoComplete="off"
        maxLength={longestToken}
        value={token}
        onChange={event => {
          setToken(event.currentTarget.value)
          attempts.forget()
        }}
      />
    </EntryDialog>
  )
}
