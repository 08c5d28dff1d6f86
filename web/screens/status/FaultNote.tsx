import { faultLabels } from './faults.ts'
import { useWantFault } from './use-want-fault.ts'
import type { FeedStatus } from '#contract/status'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'

/** Reminds people that a feed fails only because of a drill. */
export function FaultNote({ feed }: { feed: FeedStatus }) {
  const { want, isPending } = useWantFault(feed.feed)
  return (
    <WarningNote
      title={`${feed.feed} is set to fail: ${faultLabels[feed.fault ?? 'none']}`}
      text="Everyone sees the effects, on every screen, until you restore it."
      action={
        <Button variant="default" size="xs" loading={isPending} onClick={() => void want('none')}>
          Restore
        </Button>
      }
    />
  )
}
