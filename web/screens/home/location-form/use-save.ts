import { isMoved, problemsOf, wireOf, type Draft } from './draft.ts'
import { errorsLeft, saveFailure, type Errors } from './failure.ts'
import type { Subject } from './subject.ts'
import type { Location } from '#contract/locations'
import type { RingSet } from '#domain/lightning/ring-rules'
import { fieldErrors } from '#web/data/failures.ts'
import { useAddLocation, useCheckRestriction, useUpdateLocation } from '#web/data/locations.ts'
import { ownPoliciesKey } from '#web/data/own-policies.ts'
import { pointOf } from '#web/forms/place/place-draft.ts'
import type { Restriction } from '#web/forms/place/RestrictionDialog.tsx'
import { useToast } from '#web/parts/use-toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** What was said of a draft. Counted, since the same may be said twice. */
interface Judgement {
  readonly errors: Errors
  readonly of: Draft
  readonly count: number
}

interface Saved {
  subject: Subject
  draft: Draft
  rings: RingSet
  /** With what is new, if something is. */
  onSaved: (added: Location | null) => void
}

/** Saves what is in the form: looks it over, has the place checked, asks if something must be understood, sends it. */
export function useSave({ subject, draft, rings, onSaved }: Saved) {
  const [judged, setJudged] = useState<Judgement>(() => ({ errors: {}, of: draft, count: 0 }))
  const [restriction, setRestriction] = useState<Restriction | null>(null)
  const add = useAddLocation()
  const update = useUpdateLocation()
  const check = useCheckRestriction()
  const client = useQueryClient()
  const toast = useToast()
  const point = pointOf(draft)

  async function send() {
    if (!point) return
    const body = wireOf(draft, subject, point, rings)
    const { message, location } =
      subject.kind === 'edit'
        ? { message: await update.mutateAsync({ ...body, id: subject.location.id }), location: null }
        : await add.mutateAsync(body)
    toast({ variant: 'success', header: message })
    onSaved(location)
  }

  const judge = (errors: Errors) => setJudged(({ count }) => ({ errors, of: draft, count: count + 1 }))

  /** A failure of any step is a failure to save, and is told as one. */
  async function attempt(step: () => Promise<void>) {
    try {
      await step()
    } catch (error) {
      setRestriction(null)
      judge(fieldErrors(error))
      toast({ variant: 'error', ...saveFailure(error, subject) })
      // A policy may have been changed while the form was open; then its locks show now.
      void client.invalidateQueries({ queryKey: ownPoliciesKey })
    }
  }

  async function checkAndSend() {
    if (!point || !isMoved(subject, point)) return send()
    const said = await check.mutateAsync(point)
    if (said.display) setRestriction(said)
    else await send()
  }

  async function submit() {
    if (isBusy) return
    const problems = problemsOf(draft)
    if (Object.keys(problems).length > 0) return judge(problems)
    await attempt(checkAndSend)
  }

  const isBusy = add.isPending || update.isPending || check.isPending
  return {
    errors: errorsLeft(judged.errors, judged.of, draft),
    failures: judged.count,
    restriction,
    isBusy,
    submit,
    understand: () => attempt(send),
    reconsider: () => setRestriction(null),
    forgetErrors: () => setJudged(before => ({ ...before, errors: {} })),
  }
}
