import {
  cameraFailure,
  credentialsOf,
  cameraDraftOf,
  cameraProblems,
  type CameraDraft,
} from './camera-text.ts'
import { updateCamera, type Camera } from '#contract/devices/cameras'
import { useAddCamera, useTestPicture, useUpdateCamera } from '#web/data/devices/cameras.ts'
import { currentIn, fieldErrors } from '#web/data/requests/failures.ts'
import { useEditForm } from '#web/forms/edit/use-edit-form.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

function fieldsOf({ name, kind, address }: CameraDraft) {
  return { name: name.trim(), kind, address: address.trim() }
}

/** Edits a camera or creates one; tests and saves it. */
export function useCameraForm(opened: Camera | null, customerId: number, onSaved: () => void) {
  const add = useAddCamera(customerId)
  const update = useUpdateCamera()
  const test = useTestPicture(customerId)
  const toast = useToast()
  const form = useEditForm({
    opened,
    draftOf: cameraDraftOf,
    saving: opened ? update : add,
    async send(draft: CameraDraft, over) {
      const credentials = credentialsOf(draft, over)
      if (!over) await add.mutateAsync({ ...fieldsOf(draft), credentials: credentials ?? null })
      else
        await update.mutateAsync({
          ...fieldsOf(draft),
          id: over.id,
          version: over.version,
          ...(credentials !== undefined && { credentials }),
        })
    },
    currentIn: error => currentIn(updateCamera, error),
    problemsOf: cameraProblems,
    failureOf: error => cameraFailure(error, 'The camera was not saved'),
    onSaved() {
      toast({ variant: 'success', header: opened ? 'Camera saved' : 'Camera added' })
      onSaved()
    },
  })

  function change(changed: Partial<CameraDraft>) {
    form.change(changed)
    test.reset()
  }

  function tryPicture() {
    form.showProblems()
    // The camera can be tested without a name.
    if (Object.keys(cameraProblems(form.draft, form.base)).some(field => field !== 'Name')) return
    const { kind, address } = fieldsOf(form.draft)
    const credentials = credentialsOf(form.draft, form.base)
    const cameraId = credentials === undefined ? (form.base?.id ?? null) : null
    test.mutate({ kind, address, credentials: credentials ?? null, cameraId })
  }

  return {
    ...form,
    test,
    keepsPassword: form.base?.hasPassword ?? false,
    errors: { ...fieldErrors(test.error), ...form.errors },
    change,
    tryPicture,
  }
}
