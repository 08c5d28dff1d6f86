import { ConfirmReport } from './ConfirmReport.tsx'
import { DatesField } from './DatesField.tsx'
import { DaysField } from './DaysField.tsx'
import { longestReportName } from './draft.ts'
import { HoursField } from './HoursField.tsx'
import { IntervalField } from './IntervalField.tsx'
import { ObservationsField } from './ObservationsField.tsx'
import { presets } from './presets.ts'
import { RecipientsField } from './RecipientsField.tsx'
import classes from './Report.module.css'
import type { OpenedStation } from './station-choices.ts'
import { StationsField } from './StationsField.tsx'
import { useReportForm } from './use-report-form.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { FormDialog } from '#web/parts/dialogs/FormDialog.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'
import { useId } from 'react'

interface ReportDialogProps {
  /** The initially chosen station; null for none. */
  station: OpenedStation | null
  opened: boolean
  onClose: () => void
}

/** Requests a report of past weather. Starts over each time it is opened. */
export function ReportDialog({ station, opened, onClose }: ReportDialogProps) {
  return opened ? <OpenedDialog station={station} onClose={onClose} /> : null
}

function OpenedDialog({ station, onClose }: Omit<ReportDialogProps, 'opened'>) {
  const form = useReportForm(station)
  const { draft, errors } = form
  const leaving = useLeaving(form.isUnsaved, onClose, 'Discard Changes?')
  const cancel = () => leaving.leave(onClose)
  const reasonId = useId()
  const fields = { draft, errors, onChange: form.change }
  return (
    <FormDialog
      title="Export Data"
      caption="Past weather as a CSV table and a PDF document"
      size={760}
      isCovered={leaving.isAsking || form.step !== 'editing'}
      failures={form.failures}
      onClose={cancel}
      onSubmit={form.confirm}
      note={<SaveNote failure={form.failure} lead="Not requested." />}
      footer={
        <>
          <p id={reasonId} role="status" className={classes.reason}>
            {form.because}
          </p>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={form.because !== null} aria-describedby={reasonId}>
            Generate
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <div className={classes.presets} role="group" aria-label="Quick start">
          <span aria-hidden="true">Quick start</span>
          {presets.map(preset => (
            <Button
              key={preset.label}
              variant="default"
              size="xs"
              radius="xl"
              onClick={() => form.applyPreset(preset)}
            >
              {preset.label}
            </Button>
          ))}
        </div>
        <TextInput
          label="Report name"
          withAsterisk
          data-autofocus
          maxLength={longestReportName}
          value={form.name}
          onChange={event => form.change({ givenName: event.currentTarget.value })}
          error={errorOf(errors, 'Name', 'Report name')}
        />
        <StationsField {...fields} stations={form.stations} listed={form.listed} />
        <ObservationsField {...fields} />
        <IntervalField {...fields} onChoose={form.changeInterval} />
        <DatesField {...fields} chosen={form.chosen} today={form.today} />
        <DaysField {...fields} />
        <HoursField {...fields} />
        <RecipientsField {...fields} requestor={form.requestor} />
      </div>
      {leaving.question}
      {form.step !== 'editing' && <ConfirmReport form={form} onDone={onClose} />}
    </FormDialog>
  )
}
