import type { WirePolicy } from '#contract/places/policies'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'

interface SirenWarningProps {
  policy: WirePolicy
  /** The new distance in miles. */
  threshold: number
  /** How many sirens there are, if known. */
  sirens: number | undefined
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Warns that changing the innermost zone's distance changes when sirens sound. */
export function SirenWarning({ policy, threshold, sirens, busy, onCancel, onConfirm }: SirenWarningProps) {
  const many = sirens === 1 ? 'Your siren goes' : `Your ${sirens === undefined ? '' : `${sirens} `}sirens go`
  return (
    <WarningDialog
      title="This policy sounds sirens"
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
