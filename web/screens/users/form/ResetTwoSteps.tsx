import classes from './UserForm.module.css'
import type { User } from '#contract/people/users'
import { useResetSecondFactor } from '#web/data/people/second-factor.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'

/** For a person who lost their phone and their recovery codes. */
export function ResetTwoSteps({ person }: { person: User }) {
  const reset = useResetSecondFactor()
  const toast = useToast()

  async function turnOff() {
    try {
      await reset.mutateAsync(person.id)
      toast({ variant: 'success', header: 'Two-step verification reset' })
    } catch (error) {
      toast({ variant: 'error', header: 'Unable to reset two-step verification', text: plainReason(error) })
    }
  }

  if (!person.hasSecondFactor || reset.isSuccess) return null
  return (
    <div className={classes.wide}>
      <Button variant="default" size="xs" loading={reset.isPending} onClick={() => void turnOff()}>
        Reset two-step verification
      </Button>
      <p className={classes.hint}>
        For someone who lost their phone and their recovery codes. Make sure that it’s really them who asks.
      </p>
    </div>
  )
}
