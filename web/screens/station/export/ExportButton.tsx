import type { WeatherStation } from '#contract/devices/stations'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useLazyDialog } from '#web/parts/dialogs/use-lazy-dialog.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

const ExportDialog = fetchedPart(() => import('./ExportDialog.tsx').then(file => file.ExportDialog))

interface ExportButtonProps {
  station: WeatherStation
  of: 'history' | 'snapshots'
  /** The day number in the station's calendar. */
  today: number
}

const names = { history: 'historical data', snapshots: 'condition snapshots' } as const

export function ExportButton({ station, of, today }: ExportButtonProps) {
  const dialog = useLazyDialog(ExportDialog.fetch, 'The export')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={`Export Data: ${names[of]}`}
        onClick={() => void dialog.open()}
      >
        Export Data
      </Button>
      {dialog.isOpen && <ExportDialog station={station} of={of} today={today} onClose={dialog.close} />}
    </>
  )
}
