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
  const isOne = sirens === 1
  const many = isOne ? 'Your siren goes' : `Your ${sirens === undefined ? '' : `${sirens} `}sirens go`
  const own = isOne ? 'its' : 'their'
  return (
    <WarningDialog
      title="This policy sounds sirens"
      busy={busy}
      confirm="Update"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {many} by the largest of {own} own distance, {own} location’s and this policy’s. Changing it from{' '}
      {policy.threshold} to {threshold} miles may change when {isOne ? 'it sounds' : 'they sound'}.
    </WarningDialog>
  )
}
