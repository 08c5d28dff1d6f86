import type { Location } from '#contract/places/locations'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useLazyDialog } from '#web/parts/dialogs/use-lazy-dialog.ts'
import { Button } from '@mantine/core'

const PastDelays = fetchedPart(() => import('./PastDelays.tsx').then(file => file.PastDelays))

interface PastDelaysButtonProps {
  location: Location
  /** The viewer's. */
  zone: string
}

export function PastDelaysButton(props: PastDelaysButtonProps) {
  const sheet = useLazyDialog(PastDelays.fetch, 'Past delays')
  return (
    <>
      <Button variant="subtle" size="xs" onClick={() => void sheet.open()}>
        All past delays
        <span className="visually-hidden"> of {props.location.label}</span>
      </Button>
      {sheet.isOpen && <PastDelays {...props} onClose={sheet.close} />}
    </>
  )
}
