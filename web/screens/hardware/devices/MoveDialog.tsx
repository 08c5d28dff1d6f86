import classes from './Devices.module.css'
import { FarCheck } from './FarCheck.tsx'
import type { WireDevice } from '#contract/devices/device-register'
import { abilitiesOf } from '#domain/hardware/models'
import { usePlacesOfCustomer, useUpdateDevice } from '#web/data/devices/devices.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { FormButtons } from '#web/parts/dialogs/FormButtons.tsx'
import { FormDialog, insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { Select, TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

const longestName = 80

/** Corrects a device's name and position. */
export function MoveDialog({ device, onClose }: { device: WireDevice; onClose: () => void }) {
  const [draft, setDraft] = useState({
    name: device.name,
    latitude: String(device.latitude),
    longitude: String(device.longitude),
    placeId: device.organizationLocationId,
    isFarConfirmed: false,
    playCount: device.defaultPlayCount,
  })
  const { speaks } = abilitiesOf(device.model)
  const [failures, setFailures] = useState(0)
  const [first] = useState(draft)
  const update = useUpdateDevice()
  const toast = useToast()
  const places = usePlacesOfCustomer(device.customerId)
  const attempts = useAttempts(error => {
    setFailures(count => count + 1)
    return { header: 'Error saving device', text: plainReason(error) }
  })
  const leaving = useLeaving(JSON.stringify(draft) !== JSON.stringify(first), onClose)
  const cancel = () => leaving.leave(onClose)
  const errors = fieldErrors(update.error)

  function change(changed: Partial<typeof draft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (update.isError) update.reset() // the rejected value has been changed
  }

  async function save() {
    const { name, placeId: organizationLocationId, isFarConfirmed } = draft
    const at = { latitude: Number(draft.latitude), longitude: Number(draft.longitude) }
    await attempts.attempt(async () => {
      await update.mutateAsync({
        id: device.id,
        body: {
          name,
          ...at,
          organizationLocationId,
          isFarConfirmed,
          ...(speaks && { defaultPlayCount: draft.playCount }),
        },
      })
      toast({ variant: 'success', header: 'Device saved', text: `The position of ${name} has been saved.` })
      onClose()
    })
  }

  return (
    <FormDialog
      title="Edit device"
      caption={device.name}
      size={600}
      isCovered={leaving.isAsking}
      failures={failures}
      onClose={cancel}
      onSubmit={() => void save()}
      note={<SaveNote failure={attempts.failure} />}
      footer={<FormButtons submit="Save" isBusy={attempts.isRunning} onCancel={cancel} />}
    >
      <div className={classes.fields}>
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={longestName}
          value={draft.name}
          onChange={event => change({ name: event.currentTarget.value })}
          error={errorOf(errors, 'Name', 'Name')}
        />
        <Select
          label="Location"
          clearable
          searchable
          comboboxProps={{ portalProps: insideForm }}
          disabled={!places.data}
          data={(places.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.placeId === null ? null : String(draft.placeId)}
          onChange={value => change({ placeId: value === null ? null : Number(value) })}
          error={errorOf(errors, 'OrganizationLocationId', 'Location')}
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
        {speaks && (
          <Select
            label="Default play count"
            description="The minimum number of times a public-address message is spoken."
            comboboxProps={{ portalProps: insideForm }}
            allowDeselect={false}
            data={['1', '2', '3', '4', '5']}
            value={String(draft.playCount)}
            onChange={value => value !== null && change({ playCount: Number(value) })}
            error={errorOf(errors, 'DefaultPlayCount', 'Default play count')}
          />
        )}
        <FarCheck
          error={errors['IsFarConfirmed']?.[0]}
          isConfirmed={draft.isFarConfirmed}
          onConfirm={isFarConfirmed => setDraft(before => ({ ...before, isFarConfirmed }))}
        />
      </div>
      {leaving.question}
    </FormDialog>
  )
}
