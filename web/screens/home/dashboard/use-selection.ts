import { askedId, firstLocation, keptId } from './selection.ts'
import type { Location } from '#contract/places/locations'
import { rememberedId, rememberId } from '#web/data/places/selected-location.ts'
import { entryKey } from '#web/parts/leaving/watch-leaving.ts'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface Known {
  /** Whether the list of troubled locations is as complete as it can be for now. */
  readonly isSettled: boolean
  readonly troubledIds: readonly number[]
  /** The location the person just added, whether or not the list has it yet. */
  readonly addedId: number | null
}

/**
 * Returns the selected location. It is chosen automatically once, then only by the person, because trouble elsewhere
 * does not change it. It is stored in the history entry, so Back returns to the previous one. A location in the URL
 * moves into the entry immediately, so a link selects only once.
 */
export function useSelection(locations: readonly Location[], { isSettled, troubledIds, addedId }: Known) {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const asked = askedId(new URLSearchParams(search))
  const kept = keptId(state)
  const [remembered] = useState(rememberedId)
  const [welcomedId, setWelcomedId] = useState<number | null>(null)
  const chosenId = asked ?? kept ?? remembered
  const chosen = locations.find(({ id }) => id === chosenId)
  const selected = chosen ?? (isSettled ? firstLocation(locations, troubledIds) : locations.at(0))
  const settledId = chosen || isSettled ? selected?.id : undefined

  // Adding a place selects it, once, as soon as it is listed.
  const isAdded = addedId !== null && addedId !== welcomedId && locations.some(({ id }) => id === addedId)
  if (isAdded) setWelcomedId(addedId)

  // Skipped if the person has navigated since this was rendered, because the new history entry must not be overwritten.
  useEffect(() => {
    if (settledId === undefined || entryKey() !== key) return
    rememberId(settledId)
    if (settledId === kept && asked === null) return
    const rest = new URLSearchParams(search)
    rest.delete('location')
    void navigate({ pathname, search: rest.toString() }, { replace: true, state: { locationId: settledId } })
  }, [settledId, kept, asked, key, pathname, search, navigate])

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
