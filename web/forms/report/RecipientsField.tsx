import type { ReportFieldsProps } from './fields.ts'
import { chosenPeople, reportRecipientChoices } from './recipient-choices.ts'
import classes from './Report.module.css'
import { plainReason } from '#web/data/requests/failures.ts'
import { useReportRecipients } from '#web/data/messages/reports.ts'
import { errorWithin } from '#web/parts/fields/field-errors.ts'
import { insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { MultiSelect, Pill } from '#web/parts/look/inputs.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'

const fewChips = 6
/** The kit renders at most this many options. People find the others by searching. */
const mostOptions = 100

interface RecipientsFieldProps extends ReportFieldsProps {
  requestor: string
}

export function RecipientsField({ draft, errors, onChange, requestor }: RecipientsFieldProps) {
  const groups = useReportRecipients()
  const [showsAll, setShowsAll] = useState(false)
  const choices = useMemo(
    () => reportRecipientChoices(groups.data ?? [], requestor),
    [groups.data, requestor],
  )
  const value = [requestor, ...draft.recipients]
  const shown = new Set(showsAll ? value : value.slice(0, fewChips))

  function choose(values: readonly string[]) {
    const recipients = chosenPeople(values, groups.data ?? [], requestor)
    // Backspace removes the last person. All chips are shown, so that no removal goes unnoticed.
    if (recipients.length < draft.recipients.length) setShowsAll(true)
    onChange({ recipients })
  }

  return (
    <div className={classes.field}>
      <MultiSelect
        label="Recipients"
        searchable
        hidePickedOptions
        limit={mostOptions}
        comboboxProps={{ portalProps: insideForm }}
        placeholder="Add people"
        data={choices}
        nothingFoundMessage={groups.isPending ? 'Loading...' : 'No Users'}
        value={value}
        onChange={choose}
        renderPill={({ option, onRemove }) =>
          shown.has(String(option.value)) && (
            <Pill
              withRemoveButton={option.value !== requestor}
              {...(onRemove && { onRemove })}
              removeButtonProps={{ 'aria-label': `Remove ${option.label}` }}
            >
              {option.label}
            </Pill>
          )
        }
        error={
          groups.isError
            ? `Users could not be loaded. ${plainReason(groups.error)}`
            : errorWithin(errors, 'Recipients', 'Recipients')
        }
      />
      {shown.size < value.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          View more
        </Button>
      )}
    </div>
  )
}
