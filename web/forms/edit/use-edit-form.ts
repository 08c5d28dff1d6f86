import { mergeEdits, sameValue, type MergeRule } from '#domain/edits/merge'
import { fieldErrors } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import type { ErrorsByField } from '#web/parts/fields/field-errors.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useState } from 'react'

interface Versioned {
  readonly version: number
}

/** `Base` is the version being edited, or null if something new may be added. */
interface Edit<Base extends Versioned | null, Draft extends object, Saved> {
  readonly opened: Base
  readonly draftOf: (thing: Base) => Draft
  readonly rule?: MergeRule<Draft>
  /** The mutation behind `send`. */
  readonly saving: { readonly isError: boolean; readonly error: unknown; reset(): void }
  /** Updates the given version, or adds something new. */
  readonly send: (draft: Draft, over: Base) => Promise<Saved>
  /** The current version, if the failure is a version conflict. */
  readonly currentIn: (error: unknown) => NonNullable<Base> | undefined
  /** Finds what is wrong with the draft before it is sent to the server. */
  readonly problemsOf?: (draft: Draft, base: Base) => ErrorsByField
  readonly failureOf: (error: unknown) => Failure
  readonly onSaved: (saved: Saved) => void
}

/** Edits something, or creates it, and merges the change with what someone else may have saved in the meantime. */
export function useEditForm<Base extends Versioned | null, Draft extends object, Saved>(
  edit: Edit<Base, Draft, Saved>,
) {
  const { draftOf, rule, saving, send, currentIn } = edit
  const [base, setBase] = useState(edit.opened)
  const [draft, setDraft] = useState(() => draftOf(edit.opened))
  const [newer, setNewer] = useState<NonNullable<Base> | null>(null)
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const attempts = useAttempts(inWords)
  const before = draftOf(base)
  const problems = edit.problemsOf?.(draft, base) ?? {}

  function change(changed: Partial<Draft>) {
    setDraft(last => ({ ...last, ...changed }))
    if (saving.isError) saving.reset() // the rejected value has been changed
  }

  async function save(over: Base, wanted: Draft) {
    const saved = over
      ? saveOver({ base: over, draft: wanted, draftOf, rule, send, currentIn })
      : send(wanted, over)
    edit.onSaved(await saved)
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(error)
    setNewer(current ?? null)
    if (current) return null
    fail()
    return edit.failureOf(error)
  }

  function fail() {
    setFailures(count => count + 1)
  }

  async function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return fail()
    await attempts.attempt(() => save(base, draft))
  }

  /** Continues from the saved version. */
  function startFrom(saved: Base) {
    setBase(saved)
    setDraft(draftOf(saved))
    setTried(false)
  }

  /**
   * Fields that both people changed take the chosen version. Every other field takes the value of the person who
   * changed it.
   */
  function settle(theirs: Base, whose: 'mine' | 'theirs'): Draft {
    const merged = mergeEdits(before, draft, draftOf(theirs), rule)[whose]
    setBase(theirs)
    setDraft(merged)
    setNewer(null)
    saving.reset()
    attempts.forget()
    return merged
  }

  return {
    base,
    draft,
    before,
    /** What someone else saved in the meantime, as a draft. */
    newer: newer && draftOf(newer),
    failures,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: !sameValue(draft, before),
    errors: { ...fieldErrors(saving.error), ...(hasTried && problems) },
    change,
    submit,
    fail,
    showProblems: () => setTried(true),
    startFrom,
    keepMine: () => void (newer && attempts.attempt(() => save(newer, settle(newer, 'mine')))),
    takeTheirs: () => void (newer && settle(newer, 'theirs')),
  }
}
