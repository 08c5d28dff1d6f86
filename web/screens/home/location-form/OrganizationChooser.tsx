import { errorUnder, type Errors } from './failure.ts'
import classes from './LocationForm.module.css'
import type { Subject } from './subject.ts'
import type { OrganizationLocation } from '#contract/locations'
import { insideForm } from '#web/parts/FormDialog.tsx'
import { Select } from '#web/parts/inputs.ts'

interface OrganizationChooserProps {
  places: readonly OrganizationLocation[]
  subject: Subject
  errors: Errors
  /** Nothing: a location of one's own. */
  onChoose: (place: OrganizationLocation | undefined) => void
}

const custom = 'custom'
/** More are found faster by typing than by looking. */
const fewEnoughToSee = 10

function chosenId(subject: Subject): number | null {
  return subject.kind === 'edit'
    ? subject.location.organizationLocationId
    : (subject.organizationLocation?.id ?? null)
}

/** A location of one's own, or one that the organization defines. */
export function OrganizationChooser({ places, subject, errors, onChoose }: OrganizationChooserProps) {
  const chosen = chosenId(subject)
  return (
    <Select
      className={classes.half ?? ''}
      classNames={{ dropdown: classes.dropdown ?? '', option: classes.listed ?? '' }}
      comboboxProps={{ portalProps: insideForm }}
      label="Location"
      data-autofocus
      allowDeselect={false}
      searchable={places.length > fewEnoughToSee}
      data={[
        { value: custom, label: 'Add Custom Location' },
        ...places.map(place => ({ value: String(place.id), label: place.name })),
      ]}
      value={chosen === null ? custom : String(chosen)}
      onChange={value => onChoose(places.find(place => String(place.id) === value))}
      error={errorUnder(errors, 'OrganizationLocationId')}
      nothingFoundMessage="No matching location"
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          {option.value !== custom && <small>Organization Location</small>}
        </span>
      )}
    />
  )
}
