import { policyFailureToast } from './failure.ts'
import {
  addBody,
  policyDraftOf,
  policyMergeRule,
  newPolicyDraft,
  policyProblems,
  policyUpdateBody,
} from './policy-draft.ts'
import type { WirePolicy } from '#contract/places/policies'
import { updatePolicy } from '#contract/places/policy-changes'
import { useAddPolicy, useUpdatePolicy } from '#web/data/policies/policies.ts'
import { currentIn } from '#web/data/requests/failures.ts'
import { useEditForm } from '#web/forms/edit/use-edit-form.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

/** Edits a policy or creates one, and saves it. */
export function usePolicyForm(opened: WirePolicy | null, onSaved: () => void) {
  const add = useAddPolicy()
  const update = useUpdatePolicy()
  const toast = useToast()
  return useEditForm({
    opened,
    draftOf: policy => (policy ? policyDraftOf(policy) : newPolicyDraft),
    rule: policyMergeRule,
    saving: opened ? update : add,
    async send(draft, over) {
      if (over) await update.mutateAsync(policyUpdateBody(draft, over, over.version))
      else if (draft.type !== null) await add.mutateAsync(addBody(draft, draft.type))
    },
    currentIn: error => currentIn(updatePolicy, error),
    problemsOf: draft => policyProblems(draft, opened === null),
    failureOf: error => policyFailureToast(error, opened ? 'Error updating policy' : 'Error adding policy'),
    onSaved() {
      toast({ variant: 'success', header: opened ? 'Updated' : 'Saved' })
      onSaved()
    },
  })
}
