import { faultEffects, faultLabels } from './faults.ts'
import classes from './Status.module.css'
import { useWantFault } from './use-want-fault.ts'
import { feedFaults, type FeedFault } from '#domain/feeds/fault'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'

interface FaultControlProps {
  feed: string
  fault: FeedFault
}

/**
 * Starts a drill that makes a simulated feed fail. Collapsed by default, so that no one triggers it by accident. Uses
 * buttons instead of radios, which arrow keys would select along the way.
 */
export function FaultControl({ feed, fault }: FaultControlProps) {
  const [wanted, setWanted] = useState<Exclude<FeedFault, 'none'>>()
  const { want, isPending } = useWantFault(feed)
  const id = useId()

  function choose(next: FeedFault) {
    if (next === fault) return
    if (next === 'none') void want(next)
    else setWanted(next)
  }

  async function confirm(next: FeedFault) {
    await want(next)
    setWanted(undefined)
  }

  return (
    <details className={classes.control} open={fault !== 'none' || undefined}>
      <summary id={id}>Drill: simulate a failure</summary>
      <div role="group" aria-labelledby={id} className={classes.choices}>
        {feedFaults.map(choice => (
          <Button
            key={choice}
            size="xs"
            variant={choice === fault ? 'filled' : 'default'}
            leftSection={choice === fault && <IconCheck size={14} aria-hidden />}
            aria-pressed={choice === fault}
            disabled={isPending}
            onClick={() => choose(choice)}
          >
            {faultLabels[choice]}
          </Button>
        ))}
      </div>
      {wanted && (
        <WarningDialog
          title={`Simulate a failure of ${feed}?`}
          busy={isPending}
          onCancel={() => setWanted(undefined)}
          onConfirm={() => void confirm(wanted)}
        >
          <strong>{faultLabels[wanted]}.</strong> {faultEffects[wanted]}
        </WarningDialog>
      )}
    </details>
  )
}
