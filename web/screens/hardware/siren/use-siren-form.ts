import {
  sirenDraftOf,
  isSameSiren,
  isValidSiren,
  sirenMergeRule,
  timeErrors,
  sirenUpdateBody,
  type SirenDraft,
} from './siren-draft.ts'
import { updateSiren, type Siren } from '#contract/devices/sirens'
import { mergeEdits } from '#domain/edits/merge'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useUpdateSiren } from '#web/data/devices/hardware.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { errorsByDay } from '#web/parts/fields/alert-time-text.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** Edits and saves a siren's settings. */
export function useSirenForm(opened: Siren, onSaved: () => void) {
  const [siren, setSiren] = useState(opened)
  const [draft, setDraft] = useState<SirenDraft>(() => sirenDraftOf(opened))
  const [newer, setNewer] = useState<Siren | null>(null)
  const [failures, setFailures] = useState(0)
  const update = useUpdateSiren()
  const toast = useToast()
  const attempts = useAttempts(inWords)

  function change(changed: Partial<SirenDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (update.isError) update.reset() // the rejected value is gone
  }

  async function send(over: Siren, wanted: SirenDraft) {
    await saveOver({
      base: over,
      draft: wanted,
      draftOf: sirenDraftOf,
      rule: sirenMergeRule,
      send: (merged, { id, version }) => update.mutateAsync(sirenUpdateBody(merged, id, version)),
      currentIn: error => currentIn(updateSiren, error),
    })
    toast({ variant: 'success', header: 'OWS Settings Successfully Updated' })
    onSaved()
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updateSiren, error)
    setNewer(current ?? null)
    if (current) return null
    setFailures(count => count + 1)
    return { header: plainReason(error) }
  }

  /** Fields that both changed take the chosen side. Every other field takes the value of the person who changed it. */
  function settle(theirs: Siren, whose: 'mine' | 'theirs'): SirenDraft {
    const merged = mergeEdits(sirenDraftOf(siren), draft, sirenDraftOf(theirs), sirenMergeRule)[whose]
    setSiren(theirs)
    setDraft(merged)
    setNewer(null)
    update.reset()
    attempts.forget()
    return merged
  }

  const errors = fieldErrors(update.error)
  return {
    siren,
    draft,
    newer,
    errors,
    timeErrors: { ...errorsByDay(errors), ...timeErrors(draft) },
    failures,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: !isSameSiren(draft, sirenDraftOf(siren)),
    change,
    submit: () =>
      isValidSiren(draft) ? attempts.attempt(() => send(siren, draft)) : setFailures(count => count + 1),
    keepMine: () => newer && attempts.attempt(() => send(newer, settle(newer, 'mine'))),
    takeTheirs: (theirs: Siren) => void settle(theirs, 'theirs'),
  }
}
