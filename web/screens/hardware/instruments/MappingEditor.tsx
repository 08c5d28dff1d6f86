import editing from './Editing.module.css'
import classes from './Instruments.module.css'
import { chooseField, mappingRows, measureChoices, previewOf, type MappingRow } from './mapping-draft.ts'
import { useInstrumentForm } from './use-instrument-form.ts'
import type { Instrument } from '#contract/devices/instruments'
import { unitsFor, type MappedMeasure } from '#domain/instruments/measure-units'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'

const nothingLeft = () => {}

/** Edits which field of the last message holds which value, with a preview. */
export function MappingEditor({ instrument }: { instrument: Instrument }) {
  const form = useInstrumentForm(instrument, nothingLeft)
  const leaving = useLeaving(form.isChanged)
  const { newer } = form
  const rows = mappingRows(instrument.received?.fields ?? [], form.draft.mapping)
  if (rows.length === 0)
    return <p className={classes.dim}>The fields are listed here after the first message.</p>
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <ul className={editing.mapping}>
        {rows.map(row => (
          <FieldRow
            key={row.path}
            row={row}
            onChoose={(measure, unit) =>
              form.change({ mapping: chooseField(form.draft.mapping, row.path, measure, unit) })
            }
          />
        ))}
      </ul>
      <div className={classes.submit}>
        {newer ? (
          <div className={classes.newer}>
            <p>Someone else changed this instrument after you opened it.</p>
            <Button variant="default" onClick={form.takeTheirs}>
              Use theirs
            </Button>
            <Button onClick={form.keepMine}>Keep mine</Button>
          </div>
        ) : (
          <SaveNote failure={form.failure} />
        )}
        <Button type="submit" loading={form.isBusy} disabled={!form.isChanged || newer !== null}>
          Save fields
        </Button>
      </div>
      {leaving.question}
    </form>
  )
}

interface FieldRowProps {
  row: MappingRow
  onChoose: (measure: MappedMeasure | null, unit?: string) => void
}

function FieldRow({ row, onChoose }: FieldRowProps) {
  const { path, sent, measure, unit } = row
  const units = measure === null ? [] : unitsFor(measure)
  const preview = previewOf(row)
  return (
    <li>
      <div className={editing.path}>
        <code>{path}</code>
        <span className={classes.dim}>{sent === null ? 'Not in the last message' : sent}</span>
      </div>
      <PlainSelect
        aria-label={`What ${path} is`}
        value={measure ?? ''}
        onChange={({ target }) =>
          onChoose(measureChoices.find(({ value }) => value === target.value)?.value ?? null)
        }
      >
        <option value="">Not used</option>
        {measureChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </PlainSelect>
      {measure !== null && (
        <PlainSelect
          aria-label={`Unit of ${path}`}
          value={unit}
          onChange={({ target }) => onChoose(measure, target.value)}
        >
          {units.map(each => (
            <option key={each}>{each}</option>
          ))}
        </PlainSelect>
      )}
      {measure !== null && (
        <span className={editing.preview}>{preview === null ? 'No number' : `= ${preview}`}</span>
      )}
    </li>
  )
}
