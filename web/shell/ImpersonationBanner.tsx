import classes from './Banner.module.css'
import { useEndImpersonation } from '#web/data/people/identity.ts'
import { useMe } from '#web/data/people/users.ts'
import { shownClock } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { useNavigate } from 'react-router'

export function ImpersonationBanner() {
  const session = useSession()
  if (session.state !== 'signed-in' || !session.acting) return null
  return <ActingBanner name={session.name} subject={session.subject} expires={session.expires} />
}

interface ActingBannerProps {
  name: string
  subject: string
  expires: number
}

function ActingBanner({ name, subject, expires }: ActingBannerProps) {
  const { timeZone } = useMe()
  const navigate = useNavigate()
  const toast = useToast()
  const end = useEndImpersonation(() => void navigate(`/Customers?user=${encodeURIComponent(subject)}`))

  async function leave() {
    try {
      await end.mutateAsync()
    } catch {
      toast({
        variant: 'warning',
        header: 'The server was not notified that the impersonation ended',
        text: `You are signed in as yourself again. The impersonation expires on its own at ${shownClock(new Date(expires), timeZone)}.`,
      })
    }
  }

  return (
    <section className={classes.acting} aria-label="Impersonation" data-acting>
      <IconUserShield size={20} aria-hidden />
      <p>
        <strong>Impersonating: {name}</strong>
        <span> until {shownClock(new Date(expires), timeZone)}</span>
      </p>
      <Button size="xs" variant="default" loading={end.isPending} onClick={() => void leave()}>
        End Impersonation
      </Button>
    </section>
  )
}
