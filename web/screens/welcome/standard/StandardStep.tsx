import { plainReason } from '#web/data/requests/failures.ts'
import { StandardList } from '#web/forms/standards/StandardList.tsx'
import { useStandardChoice } from '#web/forms/standards/use-standard-choice.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'

const everybody = { allGroups: true, sites: [] } as const

interface StandardStepProps {
  /**
   * Called when the work begins. The step then stays open, even if it is partly done, so that rejections remain
   * readable.
   */
  onBegin: () => void
  onDone: () => void
}

/** Offers ready-made policies from published standards, for all user groups including future ones. */
export function StandardStep({ onBegin, onDone }: StandardStepProps) {
  const choice = useStandardChoice()
  const { chosen, isBusy } = choice
  const toast = useToast()

  async function follow() {
    onBegin()
    const refusal = await choice.addAll(everybody)
    if (refusal) toast({ variant: 'error', header: 'Error adding policy', text: plainReason(refusal.error) })
    else {
      toast({ variant: 'success', header: 'Saved' })
      onDone()
    }
  }

  return (
    <>
      <StandardList choice={choice} />
      <div>
        <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => void follow()}>
          {chosen.length < 2 ? 'Follow it for everyone' : `Follow ${chosen.length} policies for everyone`}
        </Button>
      </div>
    </>
  )
}
