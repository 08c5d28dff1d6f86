import { correctionText, newCorrection, type CorrectionDraft } from './instrument-draft.ts'
import editing from './Editing.module.css'
import classes from './Instruments.module.css'
import { unitName, valueName } from './measure-text.ts'
import type { Instrument } from '#contract/devices/instruments'
import { calibratedMeasures } from '#domain/instruments/calibration'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'

interface CorrectionRowsProps {
  corrections: readonly CorrectionDraft[]
  received: Instrument['received']
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (corrections: readonly CorrectionDraft[]) => void
}

const today = () => new Date(serverNowMs()).toISOString().slice(0, 10)

/** Edits corrections: each value times a factor, plus an offset. */
export function CorrectionRows({ corrections, received, errors, onChange }: CorrectionRowsProps) {
  const added = newCorrection(corrections, today())
  return (
    <fieldset className={editing.corrections}>
      <legend>Calibration</legend>
      <p className={classes.dim}>
        The value as sent, times the factor, plus the offset. Compare with a good instrument first.
      </p>
      {corrections.map((correction, index) => (
        <CorrectionRow
          key={correction.measure}
          correction={correction}
          taken={corrections}
          sent={received?.values.find(({ measure }) => measure === correction.measure)?.sent ?? null}
          errors={errors}
          at={`Calibration[${index}]`}
          onChange={changed =>
            onChange(corrections.map(each => (each === correction ? { ...each, ...changed } : each)))
          }
          onRemove={() => onChange(corrections.filter(each => each !== correction))}
        />
      ))}
      {added && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...corrections, added])}
        >
          Add a correction
        </Button>
      )}
    </fieldset>
  )
}

interface CorrectionRowProps {
  correction: CorrectionDraft
  taken: readonly CorrectionDraft[]
  sent: number | null
  errors: Readonly<Record<string, readonly string[]>>
  at: string
  onChange: (changed: Partial<CorrectionDraft>) => void
  onRemove: () => void
}

function CorrectionRow({ correction, taken, sent, errors, at, onChange, onRemove }: CorrectionRowProps) {
  const id = useId()
  const { measure, factor, offset, since } = correction
  const unit = unitName(measure)
  const does = correctionText(correction, sent)
  const isFree = (other: string) => other === measure || taken.every(each => each.measure !== other)
  return (
    <div className={editing.correction} role="group" aria-label={`Correction of ${valueName(measure)}`}>
      <div className={editing.select}>
        <label htmlFor={id}>Value</label>
        <PlainSelect
          id={id}
          value={measure}
          onChange={({ target }) => {
            const chosen = calibratedMeasures.find(each => each === target.value)
            if (chosen) onChange({ measure: chosen })
          }}
        >
          {calibratedMeasures.filter(isFree).map(each => (
            <option key={each} value={each}>
              {valueName(each)}
            </option>
          ))}
        </PlainSelect>
      </div>
      <TextInput
        label="Factor"
        inputMode="decimal"
        value={factor}
        onChange={event => onChange({ factor: event.currentTarget.value })}
        error={errorOf(errors, `${at}.Factor`, 'Factor')}
      />
      <TextInput
        label={unit === '' ? 'Offset' : `Offset (${unit})`}
        inputMode="text" // some phones' number pads have no minus sign
        value={offset}
        onChange={event => onChange({ offset: event.currentTarget.value })}
        error={errorOf(errors, `${at}.Offset`, 'Offset')}
      />
      <TextInput
        label="Measured on"
        type="date"
        value={since}
        onChange={event => onChange({ since: event.currentTarget.value })}
        error={errorOf(errors, `${at}.Since`, 'The day')}
      />
      <div className={editing.does}>
        <span className={classes.dim}>{does ?? 'This value has not arrived yet.'}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Remove the correction of ${valueName(measure)}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </div>
  )
}
