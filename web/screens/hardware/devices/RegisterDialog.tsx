import classes from './Devices.module.css'
import {
  deviceBodyOf,
  emptyDeviceDraft,
  hoursNames,
  isUnit,
  modelNames,
  deviceProblems,
  type DeviceDraft,
} from './device-draft.ts'
import { ElevationField } from './ElevationField.tsx'
import { FarCheck } from './FarCheck.tsx'
import { NewKeys } from './NewKeys.tsx'
import { RelayRows } from './RelayRows.tsx'
import type { WireDevice } from '#contract/devices/device-register'
import { abilitiesOf, deviceModels } from '#domain/hardware/models'
import { sirenHours } from '#domain/hardware/siren-settings'
import { useCustomers } from '#web/data/people/customers.ts'
import { usePlacesOfCustomer, useRegisterDevice } from '#web/data/devices/devices.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { FormButtons } from '#web/parts/dialogs/FormButtons.tsx'
import { FormDialog, insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { Select, TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useState } from 'react'

interface RegisterDialogProps {
  /** The registered devices. The new device may be part of one of these units. */
  devices: readonly WireDevice[]
  onClose: () => void
}

const longestName = 80

const choices = (things: readonly { id: number; name: string }[] = []) =>
  things.map(({ id, name }) => ({ value: String(id), label: name }))
const chosen = (id: number | null) => (id === null ? null : String(id))
const idOf = (value: string | null) => (value === null ? null : Number(value))

export function RegisterDialog({ devices, onClose }: RegisterDialogProps) {
  const [draft, setDraft] = useState(emptyDeviceDraft)
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const register = useRegisterDevice()
  const customers = useCustomers()
  const places = usePlacesOfCustomer(draft.customerId)
  const attempts = useAttempts(error => {
    setFailures(count => count + 1)
    return { header: 'Error registering device', text: plainReason(error) }
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(emptyDeviceDraft)
  const leaving = useLeaving(isChanged && !register.data, onClose)
  const cancel = () => leaving.leave(onClose)
  const problems = deviceProblems(draft)
  const errors = { ...fieldErrors(register.error), ...(hasTried && problems) }
  const far = errors['IsFarConfirmed']?.[0]
  const units = devices.filter(({ customerId, model }) => customerId === draft.customerId && isUnit(model))

  function change(changed: Partial<DeviceDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (register.isError) register.reset() // the rejected value has been changed
  }

  async function send() {
    setTried(true)
    const { customerId } = draft
    if (customerId === null || Object.keys(problems).length > 0) return setFailures(count => count + 1)
    await attempts.attempt(async () => void (await register.mutateAsync(deviceBodyOf(draft, customerId))))
  }

  if (register.data) return <NewKeys keys={register.data} onClose={onClose} />
  return (
    <FormDialog
      title="Register device"
      size={600}
      isCovered={leaving.isAsking}
      failures={failures}
      onClose={cancel}
      onSubmit={() => void send()}
      note={<SaveNote failure={attempts.failure} lead="Not registered." />}
      footer={<FormButtons submit="Register" isBusy={attempts.isRunning} onCancel={cancel} />}
    >
      <div className={classes.fields}>
        <Select
          label="Organization"
          withAsterisk
          data-autofocus
          searchable
          comboboxProps={{ portalProps: insideForm }}
          data={choices(customers.data)}
          value={chosen(draft.customerId)}
          onChange={value => change({ customerId: idOf(value), placeId: null, unitId: null })}
          error={errorOf(errors, 'CustomerId', 'Organization')}
        />
        <Select
          label="Model"
          withAsterisk
          allowDeselect={false}
          comboboxProps={{ portalProps: insideForm }}
          data={deviceModels.map(model => ({ value: model, label: modelNames[model] }))}
          value={draft.model}
          onChange={model => model !== null && change({ model })}
        />
        <TextInput
          label="Name"
          withAsterisk
          maxLength={longestName}
          value={draft.name}
          onChange={event => change({ name: event.currentTarget.value })}
          error={errorOf(errors, 'Name', 'Name')}
        />
        <TextInput
          label="MQTT user name"
          withAsterisk
          description="Lowercase letters, digits and hyphens"
          autoCapitalize="none"
          value={draft.device}
          onChange={event => change({ device: event.currentTarget.value })}
          error={errorOf(errors, 'Device', 'User name')}
        />
        <TextInput
          label="Latitude"
          withAsterisk
          value={draft.latitude}
          onChange={event => change({ latitude: event.currentTarget.value })}
          error={errorOf(errors, 'Latitude', 'Latitude')}
        />
        <TextInput
          label="Longitude"
          withAsterisk
          value={draft.longitude}
          onChange={event => change({ longitude: event.currentTarget.value })}
          error={errorOf(errors, 'Longitude', 'Longitude')}
        />
        <FarCheck
          error={far}
          isConfirmed={draft.isFarConfirmed}
          onConfirm={isFarConfirmed => setDraft(before => ({ ...before, isFarConfirmed }))}
        />
        {abilitiesOf(draft.model).station && (
          <ElevationField
            value={draft.elevationFeet}
            place={draft}
            onChange={elevationFeet => change({ elevationFeet })}
            error={errorOf(errors, 'ElevationFeet', 'Elevation')}
          />
        )}
        <Select
          label="Location"
          description="A siren protects the people at its location"
          clearable
          searchable
          comboboxProps={{ portalProps: insideForm }}
          disabled={!places.data}
          data={choices(places.data)}
          value={chosen(draft.placeId)}
          onChange={value => change({ placeId: idOf(value) })}
          error={errorOf(errors, 'OrganizationLocationId', 'Location')}
        />
        {abilitiesOf(draft.model).siren && (
          <Select
            label="When it may sound"
            withAsterisk
            allowDeselect={false}
            placeholder="Choose"
            comboboxProps={{ portalProps: insideForm }}
            data={sirenHours.map(hours => ({ value: hours, label: hoursNames[hours] }))}
            value={draft.hours}
            onChange={hours => hours !== null && change({ hours })}
            error={errorOf(errors, 'Hours', 'Hours')}
          />
        )}
        <TextInput
          label="IP address"
          description="Identifies the unit; Skywarden never connects to it"
          withAsterisk={draft.model === 'RELAY'}
          value={draft.ipAddress}
          onChange={event => change({ ipAddress: event.currentTarget.value })}
          error={errorOf(errors, 'IpAddress', 'IP address')}
        />
        {!isUnit(draft.model) && (
          <Select
            label="Belongs to"
            description="The siren or station it belongs to"
            clearable
            comboboxProps={{ portalProps: insideForm }}
            data={choices(units)}
            value={chosen(draft.unitId)}
            onChange={value => change({ unitId: idOf(value) })}
            error={errorOf(errors, 'UnitId', 'Unit')}
          />
        )}
        {abilitiesOf(draft.model).relays && (
          <RelayRows relays={draft.relays} onChange={relays => change({ relays })} />
        )}
      </div>
      {leaving.question}
    </FormDialog>
  )
}
