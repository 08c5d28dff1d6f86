import { addressHints, kindNames, type CameraDraft } from './camera-text.ts'
import classes from './LiveCamera.module.css'
import { useCameraForm } from './use-camera-form.ts'
import type { Camera } from '#contract/devices/cameras'
import { cameraKinds, type CameraKind } from '#domain/cameras/camera-address'
import { plainReason } from '#web/data/requests/failures.ts'
import { EditNote } from '#web/forms/edit/EditNote.tsx'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import type { Described } from '#web/parts/leaving/differences.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { PasswordInput, TextInput } from '#web/parts/look/inputs.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'
import { useId } from 'react'

const inWords = ({ name, kind, address, userName }: CameraDraft): Described => [
  ['Name', name],
  ['Type', kindNames[kind]],
  ['Address', address],
  ['User name', userName],
]

interface CameraDialogProps {
  /** The camera to edit; null for a new one. */
  camera: Camera | null
  customerId: number
  hasSimulated: boolean
  onClose: () => void
}

export function CameraDialog({ camera, customerId, hasSimulated, onClose }: CameraDialogProps) {
  const form = useCameraForm(camera, customerId, onClose)
  const { newer } = form
  const leaving = useLeaving(form.isChanged, onClose)
  const cancel = () => leaving.leave(onClose)
  return (
    <EntryDialog
      title={camera ? 'Edit camera' : 'Add camera'}
      isCovered={leaving.isAsking}
      onClose={cancel}
      note={<EditNote form={form} inWords={inWords} />}
      submit="Save"
      isBusy={form.isBusy}
      isBlocked={newer !== null}
      onSubmit={() => void form.submit()}
    >
      <CameraFields form={form} hasSimulated={hasSimulated} />
      {leaving.question}
    </EntryDialog>
  )
}

interface CameraFieldsProps {
  form: ReturnType<typeof useCameraForm>
  hasSimulated: boolean
}

function CameraFields({ form, hasSimulated }: CameraFieldsProps) {
  const { draft, errors, change } = form
  const kindField = useId()
  const kinds = cameraKinds.filter(kind => kind !== 'simulated' || hasSimulated || draft.kind === kind)
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={80}
        value={draft.name}
        onChange={event => change({ name: event.currentTarget.value })}
        error={errorOf(errors, 'Name', 'Name')}
      />
      <div className={classes.field}>
        <label htmlFor={kindField}>Type</label>
        <PlainSelect
          id={kindField}
          value={draft.kind}
          onChange={event => change({ kind: event.currentTarget.value as CameraKind })}
        >
          {kinds.map(kind => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </PlainSelect>
      </div>
      <TextInput
        label={draft.kind === 'simulated' ? 'Latitude and longitude' : 'Address'}
        withAsterisk
        maxLength={500}
        placeholder={addressHints[draft.kind]}
        value={draft.address}
        onChange={event => change({ address: event.currentTarget.value })}
        error={errorOf(errors, 'Address', 'Address')}
      />
      {draft.kind !== 'simulated' && (
        <>
          <TextInput
            label="User name"
            autoComplete="off"
            maxLength={100}
            value={draft.userName}
            onChange={event => change({ userName: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            maxLength={200}
            description="Stored encrypted and never shown again."
            placeholder={form.keepsPassword ? 'Leave empty to keep the saved one' : ''}
            value={draft.password}
            onChange={event => change({ password: event.currentTarget.value })}
            error={errorOf(errors, 'Credentials', 'Password')}
          />
        </>
      )}
      <TestPicture form={form} />
    </>
  )
}

function TestPicture({ form: { test, tryPicture } }: Pick<CameraFieldsProps, 'form'>) {
  return (
    <div className={classes.test}>
      <Button variant="default" size="xs" loading={test.isPending} onClick={tryPicture}>
        Test picture
      </Button>
      <div role="status">
        {test.isPending && 'Contacting the camera. This might take up to 20 seconds.'}
        {test.isError && <span className={classes.trouble}>{plainReason(test.error)}</span>}
      </div>
      {test.data && <img className={classes.picture} src={test.data.picture} alt="What the camera shows" />}
    </div>
  )
}
