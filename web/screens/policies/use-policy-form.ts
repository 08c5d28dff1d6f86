import { failureToast } from './failure.ts'
import {
  addBody,
  draftOf,
  isSame,
  newDraft,
  problemsOf,
  updateBody,
  type PolicyDraft,
} from './policy-draft.ts'
import { updatePolicy, type WirePolicy } from '#contract/policies'
import { currentIn, fieldErrors } from '#web/data/failures.ts'
import { useAddPolicy, useUpdatePolicy } from '#web/data/policies.ts'
import { saveOver } from '#web/data/save-over.ts'
import { useAttempts, type Failure } from '#web/parts/use-attempts.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { useState } from 'react'

/** A policy that is edited, or a new one, and how it is saved. */
export function usePolicyForm(opened: WirePolicy | null, onSaved: () => void) {
  const [policy, setPolicy] = useState(opened)
  const [draft, setDraft] = useState<PolicyDraft>(() => (opened ? draftOf(opened) : newDraft))
  const [newer, setNewer] = useState<WirePolicy | null>(null)
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const add = useAddPolicy()
  const update = useUpdatePolicy()
  const saving = policy ? update : add
  const toast = useToast()
  const attempts = useAttempts(inWords)
  const problems = problemsOf(draft, policy === null)

  function change(changed: Partial<PolicyDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (saving.isError) saving.reset() // what was refused is not there any more
  }

  async function send(over: WirePolicy | null) {
    if (over) {
      await saveOver({
        base: over,
        send: version => update.mutateAsync(updateBody(draft, over, version)),
        currentIn: error => currentIn(updatePolicy, error),
        isNews: (now, before) => !isSame(draftOf(now), draftOf(before)) && !isSame(draftOf(now), draft),
      })
    } else if (draft.type !== null) await add.mutateAsync(addBody(draft, draft.type))
    toast({ variant: 'success', header: over ? 'Updated' : 'Saved' })
    onSaved()
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updatePolicy, error)
    setNewer(current ?? null)
    if (current) return null
    setFailures(count => count + 1)
    return failureToast(error, policy ? 'Error updating policy' : 'Error adding policy')
  }

  async function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return setFailures(count => count + 1)
    await attempts.attempt(() => send(policy))
  }

  function takeTheirs(theirs: WirePolicy) {
    setPolicy(theirs)
    setDraft(draftOf(theirs))
    setNewer(null)
    saving.reset()
    attempts.forget()
  }

  return {
    draft,
    newer,
    failures,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: !isSame(draft, policy ? draftOf(policy) : newDraft),
    errors: { ...fieldErrors(saving.error), ...(hasTried && problems) },
    change,
    submit,
    keepMine: () => attempts.attempt(() => send(newer)),
    takeTheirs,
  }
}
