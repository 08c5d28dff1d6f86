import type { UserFieldsProps } from './fields.ts'
import type { OrganizationLocation } from '#contract/places/locations'
import { plainReason } from '#web/data/requests/failures.ts'
import { insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { MultiSelect } from '#web/parts/look/inputs.ts'
import type { UseQueryResult } from '@tanstack/react-query'

interface LocationsFieldProps extends UserFieldsProps {
  places: UseQueryResult<OrganizationLocation[]>
}

/** Chooses the organization's places on the person's dashboard. */
export function LocationsField({ draft, onChange, places }: LocationsFieldProps) {
  return (
    <MultiSelect
      label="Locations"
      description="Your organization’s locations that they are alerted for."
      searchable
      clearable
      hidePickedOptions
      comboboxProps={{ portalProps: insideForm }}
      placeholder={draft.locations.length === 0 ? 'Choose locations' : ''}
      disabled={places.data === undefined}
      data={(places.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      nothingFoundMessage="No more locations"
      value={draft.locations.map(String)}
      onChange={ids => onChange({ locations: ids.map(Number) })}
      error={places.isError ? `Failed To Get Locations. ${plainReason(places.error)}` : undefined}
    />
  )
}
