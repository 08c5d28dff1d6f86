import {
  instrumentDraftOf,
  instrumentProblems,
  updateBodyOf,
  type InstrumentDraft,
} from './instrument-draft.ts'
import { updateInstrument, type Instrument } from '#contract/devices/instruments'
import type { MergeRule } from '#domain/edits/merge'
import { useUpdateInstrument } from '#web/data/devices/instruments.ts'
import { currentIn, plainReason } from '#web/data/requests/failures.ts'
import { useEditForm } from '#web/forms/edit/use-edit-form.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

/** A position consists of both coordinates and the location they were taken from. */
const mergeRule: MergeRule<InstrumentDraft> = { together: [['placeId', 'latitude', 'longitude']] }

/** Edits and saves an instrument's settings. */
export function useInstrumentForm(opened: Instrument, onSaved: () => void) {
  const update = useUpdateInstrument()
  const toast = useToast()
  const form = useEditForm({
    opened,
    draftOf: instrumentDraftOf,
    rule: mergeRule,
    saving: update,
    send: (draft, { id, version }) => update.mutateAsync({ id, body: updateBodyOf(draft, version) }),
    currentIn: error => currentIn(updateInstrument, error),
    problemsOf: (draft, { make, hasApiKey }) => instrumentProblems(draft, make, hasApiKey),
    failureOf: error => ({ header: 'Error saving instrument', text: plainReason(error) }),
    onSaved(saved) {
      form.startFrom(saved)
      toast({ variant: 'success', header: 'Instrument saved', text: 'It applies from the next message on.' })
      onSaved()
    },
  })
  return form
}
