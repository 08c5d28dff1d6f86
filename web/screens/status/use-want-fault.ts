import type { FeedFault } from '#domain/feeds/fault'
import { plainReason } from '#web/data/requests/failures.ts'
import { useSetFeedFault } from '#web/data/health/status.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

/** Makes a feed fail or work again. Its status shows the result. */
export function useWantFault(feed: string) {
  const setFault = useSetFeedFault()
  const toast = useToast()
  async function want(fault: FeedFault): Promise<void> {
    try {
      await setFault.mutateAsync({ feed, fault })
    } catch (error) {
      toast({ variant: 'error', header: `Could not update ${feed}`, text: plainReason(error) })
    }
  }
  return { want, isPending: setFault.isPending }
}
