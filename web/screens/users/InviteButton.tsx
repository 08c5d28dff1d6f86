import type { User } from '#contract/people/users'
import { plainReason } from '#web/data/requests/failures.ts'
import { useSendInvite } from '#web/data/people/identity.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'

const texts = { sent: 'Sent! Send again?', failed: 'Failed to send. Try again?', neither: 'resend?' } as const

export function InviteButton({ person }: { person: User }) {
  const invite = useSendInvite()
  const toast = useToast()
  const outcome = invite.isSuccess ? 'sent' : invite.isError ? 'failed' : 'neither'

  async function send() {
    try {
      await invite.mutateAsync(person.id)
      toast({ variant: 'success', header: 'Invite email sent!' })
    } catch (error) {
      toast({ variant: 'error', header: 'Unable to send invite email', text: plainReason(error) })
    }
  }

  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={invite.isPending}
      aria-label={`${texts[outcome]} Invitation for ${person.fullName}`}
      onClick={() => void send()}
    >
      {texts[outcome]}
    </Button>
  )
}
