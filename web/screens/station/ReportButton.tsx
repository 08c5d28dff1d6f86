import type { WeatherStation } from '#contract/devices/stations'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useLazyDialog } from '#web/parts/dialogs/use-lazy-dialog.ts'
import { Button } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'

const ReportDialog = fetchedPart(() =>
  import('#web/forms/report/ReportDialog.tsx').then(file => file.ReportDialog),
)

/** For people with the historical-report permission, in place of the plain export. */
export function ReportButton({ station }: { station: WeatherStation }) {
  const dialog = useLazyDialog(ReportDialog.fetch, 'The report')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReportAnalytics size={16} aria-hidden />}
        onClick={() => void dialog.open()}
      >
        Export Historical Report
      </Button>
      {dialog.isOpen && <ReportDialog station={station} opened onClose={dialog.close} />}
    </>
  )
}
