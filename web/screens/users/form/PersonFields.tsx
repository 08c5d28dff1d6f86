import type { UserFieldsProps } from './fields.ts'
import { isNotificationOnlyDraft } from './user-draft.ts'
import classes from './UserForm.module.css'
import { userErrorUnder } from './way-of-saving.ts'
import { insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { Select, TextInput } from '#web/parts/look/inputs.ts'
import { zoneChoices } from '#web/parts/fields/zone-choices.ts'
import { useMemo } from 'react'

const mostZonesListed = 60

export function PersonFields({ draft, errors, onChange }: UserFieldsProps) {
  const zones = useMemo(
    () => zoneChoices(draft.timeZone, Intl.supportedValuesOf('timeZone')),
    [draft.timeZone],
  )
  // Autofill is off, because no field is the name or address of the person who fills in the form.
  return (
    <div className={classes.pairs}>
      <TextInput
        label="First Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        value={draft.firstName}
        onChange={event => onChange({ firstName: event.currentTarget.value })}
        error={userErrorUnder(errors, 'firstName')}
      />
      <TextInput
        label="Last Name"
        autoComplete="off"
        value={draft.lastName}
        onChange={event => onChange({ lastName: event.currentTarget.value })}
        error={userErrorUnder(errors, 'lastName')}
      />
      <TextInput
        label="Email"
        withAsterisk={!isNotificationOnlyDraft(draft)}
        type="email"
        autoComplete="off"
        value={draft.email}
        onChange={event => onChange({ email: event.currentTarget.value })}
        error={userErrorUnder(errors, 'email')}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        value={draft.phoneNumber}
        onChange={event => onChange({ phoneNumber: event.currentTarget.value })}
        error={userErrorUnder(errors, 'phoneNumber')}
      />
      <Select
        className={classes.wide ?? ''}
        label="Time Zone"
        withAsterisk
        searchable
        allowDeselect={false}
        comboboxProps={{ portalProps: insideForm }}
        data={zones}
        limit={mostZonesListed}
        nothingFoundMessage="No matching time zone"
        value={draft.timeZone}
        onChange={zone => zone !== null && onChange({ timeZone: zone })}
        error={userErrorUnder(errors, 'timeZone')}
      />
    </div>
  )
}
