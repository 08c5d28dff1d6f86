import { rowEstimate } from './draft.ts'
import { hoursInWords } from './hours.ts'
import { observationsInWords } from './observation-text.ts'
import { completionMessage, recipientsInWords } from './recipient-choices.ts'
import type { ReportForm } from './use-report-form.ts'
import { intervalOf } from '#domain/reports/report'
import { weekdayName } from '#web/parts/fields/alert-time-text.ts'
import { shownDates } from '#web/parts/time/times.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { FactList } from '#web/parts/page/Facts.tsx'
import { Button } from '@mantine/core'

interface ConfirmReportProps {
  form: ReportForm
  onDone: () => void
}

/** Shows what will be built and for whom, then confirms that the report was requested. */
export function ConfirmReport({ form, onDone }: ConfirmReportProps) {
  const others = form.draft.recipients.length
  if (form.step === 'done') {
    // A different React key moves the focus to this dialog's button.
    return (
      <Dialog
        key="done"
        title="Report requested"
        onClose={onDone}
        actions={
          <Button data-autofocus onClick={onDone}>
            Got it!
          </Button>
        }
      >
        <p role="status">{completionMessage(others)}</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Generate this report?"
      onClose={form.reconsider}
      actions={
        <>
          <Button variant="default" onClick={form.reconsider}>
            Back
          </Button>
          <Button data-autofocus loading={form.isSending} onClick={() => void form.send()}>
            Generate
          </Button>
        </>
      }
    >
      <FactList facts={factsOf(form)} />
    </Dialog>
  )
}

function factsOf({ draft, name, chosen }: ReportForm) {
  const { startDate, endDate, window, daysOfWeek, interval } = draft
  return [
    { label: 'Report', value: name },
    { label: 'Stations', value: chosen.map(({ locationName }) => locationName).join(', ') },
    { label: 'Observations', value: observationsInWords(draft.observations) },
    { label: 'Dates', value: startDate && endDate && shownDates(startDate, endDate) },
    ...(daysOfWeek.length < 7
      ? [
          {
            label: 'Days',
            value: daysOfWeek
              .toSorted()
              .map(day => weekdayName(day).slice(0, 3))
              .join(', '),
          },
        ]
      : []),
    ...(window ? [{ label: 'Hours', value: hoursInWords(window) }] : []),
    { label: 'Interval', value: intervalOf(interval).label },
    { label: 'Rows', value: `About ${rowEstimate(draft).toLocaleString('en-US')}` },
    { label: 'Emailed to', value: recipientsInWords(draft.recipients.length) },
  ]
}
