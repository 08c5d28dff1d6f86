import { draftFault } from './export-draft.ts'
import type { WeatherStation } from '#contract/devices/stations'
import { dayName } from '#domain/conditions/local-day'
import type { NamedRange } from '#domain/reports/custom-range'
import { exportKinds } from '#domain/reports/report'
import { plainReason } from '#web/data/requests/failures.ts'
import { useExportStation } from '#web/data/devices/stations.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { zoneLabel } from '#web/parts/time/zones.ts'
import { RangeFields } from '#web/screens/station/RangeFields.tsx'
import classes from '#web/screens/station/Station.module.css'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface ExportDialogProps {
  station: WeatherStation
  of: 'history' | 'snapshots'
  /** The day number in the station's calendar. */
  today: number
  onClose: () => void
}

const intervals = [
  ['Daily', 'Daily'],
  ['Hourly', 'Hourly'],
] as const

/** The suggested range is a week. */
const proposedDays = 7

/** Downloads a station's readings as a table. */
export function ExportDialog({ station, of, today, onClose }: ExportDialogProps) {
  const [interval, setInterval] = useState<'Daily' | 'Hourly'>('Daily')
  const [range, setRange] = useState<NamedRange>({
    startDate: dayName(today - proposedDays + 1),
    endDate: dayName(today),
  })
  const exporting = useExportStation(station)
  const toast = useToast()
  const kind = of === 'history' ? interval : 'Condition Snapshots'
  const fault = draftFault(kind, range, today)

  async function exportTable() {
    try {
      await exporting.mutateAsync({ kind, ...range })
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'Error requesting data.', text: plainReason(error) })
    }
  }

  return (
    <Dialog
      title="Export Data"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={fault !== null} loading={exporting.isPending} onClick={() => void exportTable()}>
            Export
          </Button>
        </>
      }
    >
      <p>
        {of === 'history' ? 'Historical data' : 'Condition snapshots, every 15 minutes,'} of{' '}
        {station.locationName} as a CSV file, up to {exportKinds[kind].mostDays} days at a time. Days are in
        the station&apos;s own time zone, {zoneLabel(station.timeZone)}.
      </p>
      <div className={classes.section}>
        {of === 'history' && (
          <Segments label="Report interval" choices={intervals} chosen={interval} onChoose={setInterval} />
        )}
        <RangeFields range={range} onChange={setRange} lastDay={dayName(today)} fault={fault} />
      </div>
    </Dialog>
  )
}
