import {
  cameraFailure,
  credentialsOf,
  cameraDraftOf,
  cameraProblems,
  type CameraDraft,
} from './camera-text.ts'
import { updateCamera, type Camera } from '#contract/devices/cameras'
import { mergeEdits } from '#domain/edits/merge'
import { useAddCamera, useTestPicture, useUpdateCamera } from '#web/data/devices/cameras.ts'
import { currentIn, fieldErrors } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

function fieldsOf({ name, kind, address }: CameraDraft) {
  return { name: name.trim(), kind, address: address.trim() }
}

/** Edits a camera or creates one; tests and saves it. */
export function useCameraForm(opened: Camera | null, customerId: number, onSaved: () => void) {
  const [saved, setSaved] = useState(opened)
  const [draft, setDraft] = useState(() => cameraDraftOf(opened))
  const [newer, setNewer] = useState<Camera | null>(null)
  const [hasTried, setTried] = useState(false)
  const add = useAddCamera(customerId)
  const update = useUpdateCamera()
  const test = useTestPicture(customerId)
  const saving = saved ? update : add
  const toast = useToast()
  const attempts = useAttempts(inWords)
  const problems = cameraProblems(draft, saved)

  function change(changed: Partial<CameraDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (saving.isError) saving.reset() // the rejected value is gone
    test.reset()
  }

  function sendOver(wanted: CameraDraft, over: Camera) {
    const credentials = credentialsOf(wanted, over)
    const { id, version } = over
    return update.mutateAsync({
      ...fieldsOf(wanted),
      id,
      version,
      ...(credentials !== undefined && { credentials }),
    })
  }

  async function send(over: Camera | null, wanted: CameraDraft) {
    if (over) {
      await saveOver({
        base: over,
        draft: wanted,
        draftOf: cameraDraftOf,
        send: sendOver,
        currentIn: error => currentIn(updateCamera, error),
      })
    } else await add.mutateAsync({ ...fieldsOf(wanted), credentials: credentialsOf(wanted, null) ?? null })
    toast({ variant: 'success', header: over ? 'Camera saved' : 'Camera added' })
    onSaved()
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updateCamera, error)
    setNewer(current ?? null)
    return current ? null : cameraFailure(error, 'The camera was not saved')
  }

  const isComplete = Object.keys(problems).length === 0

  async function submit() {
    setTried(true)
    if (isComplete) await attempts.attempt(() => send(saved, draft))
  }

  function tryPicture() {
    setTried(true)
    // It can be tested without a name.
    if (Object.keys(problems).some(field => field !== 'Name')) return
    const { kind, address } = fieldsOf(draft)
    const credentials = credentialsOf(draft, saved)
    const cameraId = credentials === undefined ? (saved?.id ?? null) : null
    test.mutate({ kind, address, credentials: credentials ?? null, cameraId })
  }

  /** Fields that both changed take the chosen side. Every other field takes the value of the person who changed it. */
  function settle(theirs: Camera, whose: 'mine' | 'theirs'): CameraDraft {
    const merged = mergeEdits(cameraDraftOf(saved), draft, cameraDraftOf(theirs))[whose]
    setSaved(theirs)
    setDraft(merged)
    setNewer(null)
    saving.reset()
    attempts.forget()
    return merged
  }

  return {
    draft,
    newer,
    test,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: JSON.stringify(draft) !== JSON.stringify(cameraDraftOf(saved)),
    keepsPassword: saved?.hasPassword ?? false,
    errors: { ...fieldErrors(test.error), ...fieldErrors(saving.error), ...(hasTried && problems) },
    change,
    submit,
    tryPicture,
    before: cameraDraftOf(saved),
    keepMine: () => newer && attempts.attempt(() => send(newer, settle(newer, 'mine'))),
    takeTheirs: (theirs: Camera) => void settle(theirs, 'theirs'),
  }
}
