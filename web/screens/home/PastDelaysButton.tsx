import { useToast } from '#web/parts/use-toast.ts'
import { Button } from '@mantine/core'
import { lazy, memo, Suspense, useState } from 'react'

const fetchSheet = () => import('./PastDelays.tsx').then(file => ({ default: file.PastDelays }))
const PastDelays = lazy(fetchSheet)

interface PastDelaysButtonProps {
  locationId: number
  label: string
  zone: string
}

/** Memoised, since a card looks at its lease four times a second and a long list should not be drawn as often. */
export const PastDelaysButton = memo(function PastDelaysButton(props: PastDelaysButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()

  async function open() {
    try {
      await fetchSheet()
      setOpen(true)
    } catch {
      // Told here: what cannot be fetched must not take the state of every place off the screen with it.
      toast({
        variant: 'error',
        header: 'Past delays could not be opened',
        text: 'The connection may be down, or a newer Skywarden was installed. Reload and try again.',
      })
    }
  }

  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Past delays of ${props.label}`}
        onClick={() => void open()}
      >
        Past delays
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PastDelays {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
})
