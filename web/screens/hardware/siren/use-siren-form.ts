import { sirenDraftOf, isValidSiren, sirenMergeRule, timeErrors, sirenUpdateBody } from './siren-draft.ts'
import { updateSiren, type Siren } from '#contract/devices/sirens'
import { useUpdateSiren } from '#web/data/devices/hardware.ts'
import { currentIn, plainReason } from '#web/data/requests/failures.ts'
import { useEditForm } from '#web/forms/edit/use-edit-form.ts'
import { errorsByDay } from '#web/parts/fields/alert-time-text.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

/** Edits and saves a siren's settings. */
export function useSirenForm(opened: Siren, onSaved: () => void) {
  const update = useUpdateSiren()
  const toast = useToast()
  const form = useEditForm({
    opened,
    draftOf: sirenDraftOf,
    rule: sirenMergeRule,
    saving: update,
    send: (draft, { id, version }) => update.mutateAsync(sirenUpdateBody(draft, id, version)),
    currentIn: error => currentIn(updateSiren, error),
    failureOf: error => ({ header: plainReason(error) }),
    onSaved() {
      toast({ variant: 'success', header: 'OWS Settings Successfully Updated' })
      onSaved()
    },
  })
  return {
    ...form,
    timeErrors: { ...errorsByDay(form.errors), ...timeErrors(form.draft) },
    submit: () => (isValidSiren(form.draft) ? form.submit() : form.fail()),
  }
}
