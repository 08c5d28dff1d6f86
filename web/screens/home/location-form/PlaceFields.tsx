import { AddressField } from './AddressField.tsx'
import { isNameless, nameCoordinates, pointOf, typeCoordinate, type Draft } from './draft.ts'
import { errorUnder, type Errors } from './failure.ts'
import classes from './LocationForm.module.css'
import { isGiven, standsForOrganization, type Subject } from './subject.ts'
import { useNearest } from '#web/data/locations.ts'
import { TextInput } from '#web/parts/inputs.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'

interface PlaceFieldsProps {
  subject: Subject
  draft: Draft
  errors: Errors
  onChange: (change: (before: Draft) => Draft) => void
}

const longestName = 80
const typingPauseMs = 400

/** What the location is called and where it is. */
export function PlaceFields({ subject, draft, errors, onChange }: PlaceFieldsProps) {
  const isFixed = standsForOrganization(subject)
  useNamesOfCoordinates(draft, onChange)
  const coordinate = (field: 'latitude' | 'longitude') => ({
    inputMode: 'text' as const, // a decimal keypad has no minus on some phones
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
        error={errorUnder(errors, 'Label')}
      />
      <AddressField
        draft={draft}
        disabled={isFixed}
        error={errorUnder(errors, 'LocationName')}
        onChange={onChange}
      />
      <TextInput label="Latitude" error={errorUnder(errors, 'Latitude')} {...coordinate('latitude')} />
      <TextInput label="Longitude" error={errorUnder(errors, 'Longitude')} {...coordinate('longitude')} />
    </>
  )
}

/** Coordinates that were typed get the name of what is near, so that a slip of the finger is seen. */
function useNamesOfCoordinates(draft: Draft, onChange: PlaceFieldsProps['onChange']) {
  const [{ latitude, longitude }] = useDebouncedValue(draft, typingPauseMs)
  const isQuiet = latitude === draft.latitude && longitude === draft.longitude
  const { data: nearest } = useNearest(isQuiet && isNameless(draft) ? pointOf(draft) : null)
  const description = nearest?.description
  useEffect(() => {
    if (description === undefined) return
    onChange(before => (isNameless(before) ? nameCoordinates(before, description) : before))
  }, [description, onChange])
}
