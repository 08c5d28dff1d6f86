import classes from './FeedKeys.module.css'
import { edges, wireNames, type Edge, type KeyDraft } from './key-draft.ts'
import { areaName, type Area } from '#domain/geo/area'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Select, TextInput } from '#web/parts/look/inputs.ts'

interface AreaFieldsProps {
  draft: KeyDraft
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (change: Partial<KeyDraft>) => void
}

const choices: { value: Area['kind']; label: string }[] = [
  { value: 'continental-us', label: areaName({ kind: 'continental-us' }) },
  { value: 'world', label: areaName({ kind: 'world' }) },
  { value: 'box', label: 'Box' },
]

const edgeLabels: Readonly<Record<Edge, string>> = {
  south: 'South edge',
  north: 'North edge',
  west: 'West edge',
  east: 'East edge',
}

/** Fields for the area where a source detects every strike. */
export function AreaFields({ draft, errors, onChange }: AreaFieldsProps) {
  return (
    <>
      <Select
        label="Area"
        description="Area in which it detects every strike"
        allowDeselect={false}
        data={choices}
        value={draft.area}
        onChange={area => area !== null && onChange({ area })}
      />
      {draft.area === 'box' && (
        <fieldset className={classes.box}>
          <legend>Edges of the box, in degrees: south and west are negative</legend>
          {edges.map(edge => (
            <TextInput
              key={edge}
              label={edgeLabels[edge]}
              withAsterisk
              inputMode="text" // some phones' number pads have no minus sign
              value={draft[edge]}
              onChange={event => onChange({ [edge]: event.currentTarget.value })}
              error={errorOf(errors, wireNames[edge], edgeLabels[edge])}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
