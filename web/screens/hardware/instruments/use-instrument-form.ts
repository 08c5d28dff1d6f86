import {
  instrumentDraftOf,
  instrumentProblems,
  updateBodyOf,
  type InstrumentDraft,
} from './instrument-draft.ts'
import { updateInstrument, type Instrument } from '#contract/devices/instruments'
import { mergeEdits, type MergeRule } from '#domain/edits/merge'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useUpdateInstrument } from '#web/data/devices/instruments.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** A position is both of its coordinates, and the location that they were taken from. */
const mergeRule: MergeRule<InstrumentDraft> = { together: [['placeId', 'latitude', 'longitude']] }

/** Edits and saves an instrument's settings. */
export function useInstrumentForm(opened: Instrument, onSaved: () => void) {
  const [base, setBase] = useState(opened)
  const [draft, setDraft] = useState<InstrumentDraft>(() => instrumentDraftOf(opened))
  const [newer, setNewer] = useState<Instrument | null>(null)
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const update = useUpdateInstrument()
  const toast = useToast()
  const attempts = useAttempts(inWords)
  const problems = instrumentProblems(draft, base.make, base.hasApiKey)

  function change(changed: Partial<InstrumentDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (update.isError) update.reset() // the rejected value is gone
  }

  async function send(over: Instrument, wanted: InstrumentDraft) {
    const saved = await saveOver({
      base: over,
      draft: wanted,
      draftOf: instrumentDraftOf,
      rule: mergeRule,
      send: (merged, { id, version }) => update.mutateAsync({ id, body: updateBodyOf(merged, version) }),
      currentIn: error => currentIn(updateInstrument, error),
    })
    setBase(saved)
    setDraft(instrumentDraftOf(saved))
    toast({ variant: 'success', header: 'Instrument saved', text: 'It applies from the next message on.' })
    onSaved()
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updateInstrument, error)
    setNewer(current ?? null)
    if (current) return null
    setFailures(count => count + 1)
    return { header: 'Error saving instrument', text: plainReason(error) }
  }

  /** Fields that both changed take the chosen side. Every other field takes the value of the person who changed it. */
  function settle(theirs: Instrument, whose: 'mine' | 'theirs'): InstrumentDraft {
    const merged = mergeEdits(instrumentDraftOf(base), draft, instrumentDraftOf(theirs), mergeRule)[whose]
    setBase(theirs)
    setDraft(merged)
    setNewer(null)
    update.reset()
    attempts.forget()
    return merged
  }

  function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return setFailures(count => count + 1)
    void attempts.attempt(() => send(base, draft))
  }

  return {
    base,
    draft,
    newer,
    errors: { ...fieldErrors(update.error), ...(hasTried && problems) },
    failures,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: JSON.stringify(draft) !== JSON.stringify(instrumentDraftOf(base)),
    change,
    submit,
    keepMine: () => newer && void attempts.attempt(() => send(newer, settle(newer, 'mine'))),
    takeTheirs: (theirs: Instrument) => void settle(theirs, 'theirs'),
  }
}
