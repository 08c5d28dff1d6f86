import classes from './UserForm.module.css'
import type { User } from '#contract/people/users'
import { useResetSecondFactor } from '#web/data/people/second-factor.ts'
import { useEndSessionsOf } from '#web/data/people/sessions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'

interface StepProps {
  readonly label: string
  readonly hint: string
  readonly done: string
  readonly failed: string
  readonly isPending: boolean
  readonly take: () => Promise<unknown>
}

function Step({ label, hint, done, failed, isPending, take }: StepProps) {
  const toast = useToast()

  async function act() {
    try {
      await take()
      toast({ variant: 'success', header: done })
    } catch (error) {
      toast({ variant: 'error', header: failed, text: plainReason(error) })
    }
  }

  return (
    <div className={classes.wide}>
      <Button variant="default" size="xs" loading={isPending} onClick={() => void act()}>
        {label}
      </Button>
      <p className={classes.hint}>{hint}</p>
    </div>
  )
}

/** Offers what an administrator can do for a person whose phone was lost or stolen. */
export function AccountHelp({ person }: { person: User }) {
  const reset = useResetSecondFactor()
  const end = useEndSessionsOf()
  return (
    <>
      <Step
        label="Sign out everywhere"
        hint="Ends this person’s sessions in every browser, for example after a device was stolen. They can sign in again."
        done="Signed out everywhere"
        failed="Unable to sign this person out"
        isPending={end.isPending}
        take={() => end.mutateAsync(person.id)}
      />
      {person.hasSecondFactor && !reset.isSuccess && (
        <Step
          label="Reset two-step verification"
          hint="For someone who lost their phone, passkeys and recovery codes. Make sure that it’s really them asking."
          done="Two-step verification reset"
          failed="Unable to reset two-step verification"
          isPending={reset.isPending}
          take={() => reset.mutateAsync(person.id)}
        />
      )}
    </>
  )
}
