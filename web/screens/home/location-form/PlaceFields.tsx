import type { LocationDraft } from './draft.ts'
import { locationErrorUnder, type LocationErrors } from './failure.ts'
import classes from './LocationForm.module.css'
import { isGiven, standsForOrganization, type FormSubject } from './subject.ts'
import type { Point } from '#domain/geo/distance'
import type { Radii } from '#domain/lightning/ring-rules'
import { AddressField } from '#web/forms/place/AddressField.tsx'
import { PickMap } from '#web/forms/place/PickMap.tsx'
import { pointAt, pointOf, typeCoordinate } from '#web/forms/place/place-draft.ts'
import { useNamesOfCoordinates } from '#web/forms/place/use-names-of-coordinates.ts'
import { insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useCallback } from 'react'

interface PlaceFieldsProps {
  subject: FormSubject
  draft: LocationDraft
  /** The radii in force, for the map. */
  radii: Radii
  errors: LocationErrors
  onChange: (change: (before: LocationDraft) => LocationDraft) => void
}

const longestName = 80

/** Fields for the location's name and position. */
export function PlaceFields({ subject, draft, radii, errors, onChange }: PlaceFieldsProps) {
  const isFixed = standsForOrganization(subject)
  useNamesOfCoordinates(draft, onChange)
  const pick = useCallback((point: Point) => onChange(before => pointAt(before, point)), [onChange])
  const coordinate = (field: 'latitude' | 'longitude') => ({
    inputMode: 'text' as const, // some phones' number pads have no minus sign
    autoComplete: 'off',
    disabled: isFixed,
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      onChange(before => typeCoordinate(before, field, value))
    },
  })
  return (
    <>
      <TextInput
        className={classes.name ?? ''}
        label="Location Name*"
        aria-required
        data-autofocus={subject.kind === 'new' || undefined}
        autoComplete="off"
        maxLength={longestName}
        disabled={isGiven(subject)}
        description={
          isGiven(subject)
            ? 'Your organization gave you this location: it cannot be renamed or deleted.'
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.label}
        onChange={event => {
          const { value } = event.currentTarget
          onChange(before => ({ ...before, label: value }))
        }}
        error={locationErrorUnder(errors, 'Label')}
      />
      <AddressField
        className={classes.half}
        portalProps={insideForm}
        draft={draft}
        fixed={isFixed ? 'Your organization sets where this location is.' : undefined}
        error={locationErrorUnder(errors, 'LocationName')}
        onChange={onChange}
      />
      <TextInput
        label="Latitude"
        error={locationErrorUnder(errors, 'Latitude')}
        {...coordinate('latitude')}
      />
      <TextInput
        label="Longitude"
        error={locationErrorUnder(errors, 'Longitude')}
        {...coordinate('longitude')}
      />
      <div className={classes.map}>
        <PickMap
          point={draft.placeIsChosen ? pointOf(draft) : null}
          label={draft.label.trim()}
          radii={radii}
          onPick={isFixed ? undefined : pick}
        />
      </div>
    </>
  )
}
