import type { WirePolicy } from '#contract/policies'
import { WarningDialog } from '#web/parts/WarningDialog.tsx'

interface SirenWarningProps {
  policy: WirePolicy
  /** Miles, as they would be from now on. */
  threshold: number
  /** How many there are, if it is known. */
  sirens: number | undefined
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Whoever changes the distance of the innermost zone changes when sirens sound. */
export function SirenWarning({ policy, threshold, sirens, busy, onCancel, onConfirm }: SirenWarningProps) {
  const many = sirens === 1 ? 'Your siren goes' : `Your ${sirens === undefined ? '' : `${sirens} `}sirens go`
  return (
    <WarningDialog
      title="This policy sounds sirens"
      opened
      busy={busy}
      confirm="Update"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {many} by the largest of their own distance, their location’s and this policy’s. Changing it from{' '}
      {policy.threshold} to {threshold} miles may change when they sound.
    </WarningDialog>
  )
}
