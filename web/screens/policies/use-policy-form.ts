import { policyFailureToast } from './failure.ts'
import {
  addBody,
  policyDraftOf,
  isSamePolicy,
  policyMergeRule,
  newPolicyDraft,
  policyProblems,
  policyUpdateBody,
  type PolicyDraft,
} from './policy-draft.ts'
import { type WirePolicy } from '#contract/places/policies'
import { updatePolicy } from '#contract/places/policy-changes'
import { mergeEdits } from '#domain/edits/merge'
import { currentIn, fieldErrors } from '#web/data/requests/failures.ts'
import { useAddPolicy, useUpdatePolicy } from '#web/data/policies/policies.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** Edits a policy or creates one, and saves it. */
export function usePolicyForm(opened: WirePolicy | null, onSaved: () => void) {
  const [policy, setPolicy] = useState(opened)
  const [draft, setDraft] = useState<PolicyDraft>(() => (opened ? policyDraftOf(opened) : newPolicyDraft))
  const [newer, setNewer] = useState<WirePolicy | null>(null)
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const add = useAddPolicy()
  const update = useUpdatePolicy()
  const saving = policy ? update : add
  const toast = useToast()
  const attempts = useAttempts(inWords)
  const problems = policyProblems(draft, policy === null)

  function change(changed: Partial<PolicyDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (saving.isError) saving.reset() // the rejected value is gone
  }

  async function send(over: WirePolicy | null, wanted: PolicyDraft) {
    if (over) {
      await saveOver({
        base: over,
        draft: wanted,
        draftOf: policyDraftOf,
        rule: policyMergeRule,
        send: (merged, current) => update.mutateAsync(policyUpdateBody(merged, current, current.version)),
        currentIn: error => currentIn(updatePolicy, error),
      })
    } else if (wanted.type !== null) await add.mutateAsync(addBody(wanted, wanted.type))
    toast({ variant: 'success', header: over ? 'Updated' : 'Saved' })
    onSaved()
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updatePolicy, error)
    setNewer(current ?? null)
    if (current) return null
    setFailures(count => count + 1)
    return policyFailureToast(error, policy ? 'Error updating policy' : 'Error adding policy')
  }

  async function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return setFailures(count => count + 1)
    await attempts.attempt(() => send(policy, draft))
  }

  /** Fields that both changed take the chosen side. Every other field takes the value of the person who changed it. */
  function settle(theirs: WirePolicy, whose: 'mine' | 'theirs'): PolicyDraft {
    const before = policy ? policyDraftOf(policy) : newPolicyDraft
    const merged = mergeEdits(before, draft, policyDraftOf(theirs), policyMergeRule)[whose]
    setPolicy(theirs)
    setDraft(merged)
    setNewer(null)
    saving.reset()
    attempts.forget()
    return merged
  }

  return {
    draft,
    newer,
    failures,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: !isSamePolicy(draft, policy ? policyDraftOf(policy) : newPolicyDraft),
    errors: { ...fieldErrors(saving.error), ...(hasTried && problems) },
    change,
    submit,
    before: policy ? policyDraftOf(policy) : newPolicyDraft,
    keepMine: () => newer && attempts.attempt(() => send(newer, settle(newer, 'mine'))),
    takeTheirs: (theirs: WirePolicy) => void settle(theirs, 'theirs'),
  }
}
