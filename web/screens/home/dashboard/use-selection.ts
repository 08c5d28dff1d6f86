import { askedId, firstChoice, keptId } from './selection.ts'
import type { Location } from '#contract/locations'
import { rememberedId, rememberId } from '#web/data/selected-location.ts'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface Known {
  /** Whether it is known by now where there is trouble, as far as it can be. */
  readonly isSettled: boolean
  readonly troubledIds: readonly number[]
  /** What the person has just added, whether or not it is among the locations already. */
  readonly addedId: number | null
}

/**
 * The location that is looked at. Chosen by itself once, then only by a person: trouble elsewhere takes nobody away.
 * The entry of the browser's history keeps it, so that Back leads to the former one. A location that the address names
 * is taken into the entry at once, and out of the address: a link chooses once.
 */
export function useSelection(locations: readonly Location[], { isSettled, troubledIds, addedId }: Known) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const asked = askedId(new URLSearchParams(search))
  const kept = keptId(state)
  const [remembered] = useState(rememberedId)
  const [welcomedId, setWelcomedId] = useState<number | null>(null)
  const chosenId = asked ?? kept ?? remembered
  const chosen = locations.find(({ id }) => id === chosenId)
  const selected = chosen ?? (isSettled ? firstChoice(locations, troubledIds) : locations.at(0))
  const settledId = chosen || isSettled ? selected?.id : undefined

  // To add a place is to choose it, once: as soon as it is there.
  const isAdded = addedId !== null && addedId !== welcomedId && locations.some(({ id }) => id === addedId)
  if (isAdded) setWelcomedId(addedId)

  // Before the page is seen: whoever goes back at once must not find the former entry written over.
  useLayoutEffect(() => {
    if (settledId === undefined) return
    rememberId(settledId)
    if (settledId === kept && asked === null) return
    const rest = new URLSearchParams(search)
    rest.delete('location')
    void navigate({ pathname, search: rest.toString() }, { replace: true, state: { locationId: settledId } })
  }, [settledId, kept, asked, pathname, search, navigate])

  const chooseId = useCallback(
    (locationId: number) => void navigate('/', { state: { locationId } }),
    [navigate],
  )
  useEffect(() => {
    if (welcomedId !== null) chooseId(welcomedId)
  }, [welcomedId, chooseId])

  const choose = useCallback((location: Location) => chooseId(location.id), [chooseId])
  return { selected, choose }
}
