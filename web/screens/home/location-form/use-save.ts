import {
  locationDraftOf,
  isMoved,
  locationMergeRule,
  locationProblems,
  wireOf,
  type LocationDraft,
} from './draft.ts'
import { locationErrorsLeft, locationSaveFailure, type LocationErrors } from './failure.ts'
import type { FormSubject } from './subject.ts'
import { updateLocation, type Location } from '#contract/places/locations'
import type { RingSet } from '#domain/lightning/ring-rules'
import { currentIn, fieldErrors } from '#web/data/requests/failures.ts'
import { useAddLocation, useCheckRestriction, useUpdateLocation } from '#web/data/places/locations.ts'
import { ownPoliciesKey } from '#web/data/policies/own-policies.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { pointOf } from '#web/forms/place/place-draft.ts'
import type { Restriction } from '#web/forms/place/RestrictionDialog.tsx'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** The errors of a draft. Counted, because the same errors may occur twice. */
interface Judgement {
  readonly errors: LocationErrors
  readonly of: LocationDraft
  readonly count: number
}

interface Saved {
  subject: FormSubject
  draft: LocationDraft
  /** Applies the changes that policies require to a draft's rings. */
  ringsOf: (draft: LocationDraft) => RingSet
  /** Called with the new location, if there is one. */
  onSaved: (added: Location | null) => void
}

const draftFrom = (location: Location) => locationDraftOf({ kind: 'edit', location })

/** Saves the form: validates it, has the place checked, asks for confirmation if needed, and sends it. */
export function useSave({ subject, draft, ringsOf, onSaved }: Saved) {
  const [judged, setJudged] = useState<Judgement>(() => ({ errors: {}, of: draft, count: 0 }))
  const [restriction, setRestriction] = useState<Restriction | null>(null)
  const [newer, setNewer] = useState<Location | null>(null)
  const add = useAddLocation()
  const update = useUpdateLocation()
  const check = useCheckRestriction()
  const client = useQueryClient()
  const toast = useToast()
  const attempts = useAttempts(inWords)
  const point = pointOf(draft)

  function change(base: Location, wanted: LocationDraft): Promise<string> {
    return saveOver({
      base,
      draft: wanted,
      draftOf: draftFrom,
      rule: locationMergeRule,
      send: (merged, location) => {
        const place = pointOf(merged)
        if (!place) throw new Error('A draft without a place is not sent')
        const body = wireOf(merged, { kind: 'edit', location }, place, ringsOf(merged))
        return update.mutateAsync({ ...body, id: location.id, version: location.version })
      },
      currentIn: error => currentIn(updateLocation, error),
    })
  }

  /** Sends the draft based on the version with which the form started, or a newer one that the person has reviewed. */
  async function send(over: Location | null = null, wanted: LocationDraft = draft) {
    if (!point) return
    const { message, location } =
      subject.kind === 'edit'
        ? { message: await change(over ?? subject.location, wanted), location: null }
        : await add.mutateAsync(wireOf(wanted, subject, point, ringsOf(wanted)))
    toast({ variant: 'success', header: message })
    onSaved(location)
  }

  const judge = (errors: LocationErrors) =>
    setJudged(({ count }) => ({ errors, of: draft, count: count + 1 }))

  /** A failure in any step is reported as a failed save. */
  function inWords(error: unknown): Failure | null {
    setRestriction(null)
    const current = currentIn(updateLocation, error)
    setNewer(current ?? null)
    if (current) return null
    judge(fieldErrors(error))
    // A policy may have changed while the form was open. In that case its locks appear now.
    void client.invalidateQueries({ queryKey: ownPoliciesKey })
    return locationSaveFailure(error, subject)
  }

  async function checkAndSend() {
    if (!point || !isMoved(subject, point)) return send()
    const reported = await check.mutateAsync(point)
    if (reported.display) setRestriction(reported)
    else await send()
  }

  async function submit() {
    const problems = locationProblems(draft)
    if (Object.keys(problems).length > 0) return judge(problems)
    await attempts.attempt(checkAndSend)
  }

  return {
    errors: locationErrorsLeft(judged.errors, judged.of, draft),
    failures: judged.count,
    failure: attempts.failure,
    restriction,
    newer,
    isBusy: attempts.isRunning,
    submit,
    understand: () => attempts.attempt(() => send()),
    reconsider: () => setRestriction(null),
    /** Saves the merge of both versions over the other person's version. */
    keepMine: (theirs: Location, merged: LocationDraft) => attempts.attempt(() => send(theirs, merged)),
    /** Resets the form for another subject. */
    startOver: () => {
      setJudged(before => ({ ...before, errors: {} }))
      setNewer(null)
      attempts.forget()
    },
  }
}
