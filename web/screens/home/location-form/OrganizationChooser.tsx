import { locationErrorUnder, type LocationErrors } from './failure.ts'
import classes from './LocationForm.module.css'
import type { FormSubject } from './subject.ts'
import type { OrganizationLocation } from '#contract/places/locations'
import { insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { Select } from '#web/parts/look/inputs.ts'

interface OrganizationChooserProps {
  places: readonly OrganizationLocation[]
  subject: FormSubject
  errors: LocationErrors
  /** Undefined for a personal location. */
  onChoose: (place: OrganizationLocation | undefined) => void
}

const custom = 'custom'
/** Longer lists are faster to search than to scan. */
const fewEnoughToSee = 10

function chosenId(subject: FormSubject): number | null {
  return subject.kind === 'edit'
    ? subject.location.organizationLocationId
    : (subject.organizationLocation?.id ?? null)
}

/** Lets people choose a personal location or one that the organization defines. */
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
      error={locationErrorUnder(errors, 'OrganizationLocationId')}
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
