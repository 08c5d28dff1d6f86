import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useGivePlace } from '#web/data/people/give-place.ts'
import { useAddOrganizationLocation, useCheckRestriction, useLocations } from '#web/data/places/locations.ts'
import { rememberId } from '#web/data/places/selected-location.ts'
import { useMe } from '#web/data/people/users.ts'
import {
  noPlace,
  placeProblems,
  pointOf,
  type PlaceChange,
  type PlaceDraft,
} from '#web/forms/place/place-draft.ts'
import type { Restriction } from '#web/forms/place/RestrictionDialog.tsx'
import { useNamesOfCoordinates } from '#web/forms/place/use-names-of-coordinates.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useCallback, useState } from 'react'

interface NamedPlace extends PlaceDraft {
  readonly name: string
}

const nothing: NamedPlace = { ...noPlace, name: '' }

function problemsOf(draft: NamedPlace): Readonly<Record<string, readonly string[]>> {
  return { ...(draft.name.trim() === '' && { Name: ['is required'] }), ...placeProblems(draft) }
}

/** Adds an organization location and puts it on the viewer's dashboard, so that it is watched from then on. */
export function usePlaceForm(onSaved: () => void) {
  const { id: meId } = useMe()
  const [draft, setDraft] = useState(nothing)
  const [reported, setSaid] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [restriction, setRestriction] = useState<Restriction | null>(null)
  const check = useCheckRestriction()
  const add = useAddOrganizationLocation()
  const give = useGivePlace()
  const locations = useLocations()
  const toast = useToast()
  const attempts = useAttempts(inWords)

  const change = useCallback((made: PlaceChange) => {
    setDraft(made)
    setSaid(before => ('Name' in before ? { Name: before['Name'] ?? [] } : {}))
  }, [])
  useNamesOfCoordinates(draft, change)

  function setName(name: string) {
    setDraft(before => ({ ...before, name }))
    setSaid(before => Object.fromEntries(Object.entries(before).filter(([field]) => field !== 'Name')))
  }

  async function save() {
    const point = pointOf(draft)
    if (!point) return
    const { organizationLocation: place } = await add.mutateAsync({
      name: draft.name.trim(),
      address: draft.address.trim(),
      ...point,
    })
    setDraft(nothing)
    setRestriction(null)
    // If this fails, the step reports that the place is not on the dashboard and offers to add it.
    await give.mutateAsync({ place, userIds: [meId] })
    const own = (await locations.refetch()).data?.find(each => each.organizationLocationId === place.id)
    // The dashboard opens with the place that was just added.
    if (own) rememberId(own.id)
    toast({ variant: 'success', header: `${place.name} is watched` })
    onSaved()
  }

  /** A failure in any step is reported as a failed save. */
  function inWords(error: unknown): Failure {
    setRestriction(null)
    setSaid(fieldErrors(error))
    return { header: 'Error adding location', text: plainReason(error) }
  }

  async function checkAndSave() {
    const point = pointOf(draft)
    const answer = point && (await check.mutateAsync(point))
    if (answer?.display) setRestriction(answer)
    else await save()
  }

  async function submit() {
    const problems = problemsOf(draft)
    setSaid(problems)
    if (Object.keys(problems).length === 0) await attempts.attempt(checkAndSave)
  }

  return {
    draft,
    errors: {
      name: errorOf(reported, 'Name', 'Name'),
      address: errorOf(reported, 'LocationName', 'Address') ?? errorOf(reported, 'Address', 'Address'),
      latitude: errorOf(reported, 'Latitude', 'Latitude'),
      longitude: errorOf(reported, 'Longitude', 'Longitude'),
    },
    restriction,
    isBusy: attempts.isRunning,
    failure: attempts.failure,
    isChanged: draft !== nothing,
    change,
    setName,
    submit,
    understand: () => attempts.attempt(save),
    reconsider: () => setRestriction(null),
  }
}
