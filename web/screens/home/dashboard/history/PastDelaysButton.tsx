import { useLazyDialog } from '#web/parts/use-lazy-dialog.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'

const fetchSheet = () => import('./PastDelays.tsx').then(file => ({ default: file.PastDelays }))
const PastDelays = lazy(fetchSheet)

interface PastDelaysButtonProps {
  locationId: number
  label: string
  zone: string
}

export function PastDelaysButton(props: PastDelaysButtonProps) {
  const sheet = useLazyDialog(fetchSheet, 'Past delays')
  return (
    <>
      <Button variant="subtle" size="xs" onClick={() => void sheet.open()}>
        All past delays
        <span className="visually-hidden"> of {props.label}</span>
      </Button>
      {sheet.isOpen && (
        <Suspense fallback={null}>
          <PastDelays {...props} onClose={sheet.close} />
        </Suspense>
      )}
    </>
  )
}
