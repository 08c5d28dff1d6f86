import { firstChoice } from './selection.ts'
import type { Location } from '#contract/locations'
import { rememberedId, rememberId } from '#web/data/selected-location.ts'
import { useCallback, useEffect, useState } from 'react'

interface Known {
  /** Whether it is known by now where there is trouble, as far as it can be. */
  readonly isSettled: boolean
  readonly troubledIds: readonly number[]
  /** What the person has just added, whether or not it is among the locations already. */
  readonly addedId: number | null
}

/** The location that is looked at. Chosen by itself once, then only by a person: trouble elsewhere takes nobody away. */
export function useSelection(locations: readonly Location[], { isSettled, troubledIds, addedId }: Known) {
  const [chosenId, setChosenId] = useState(rememberedId)
  const [welcomedId, setWelcomedId] = useState<number | null>(null)
  const chosen = locations.find(({ id }) => id === chosenId)
  const selected = chosen ?? (isSettled ? firstChoice(locations, troubledIds) : locations.at(0))

  if (isSettled && selected && selected.id !== chosenId) setChosenId(selected.id)

  // To add a place is to choose it, once: as soon as it is there.
  if (addedId !== null && addedId !== welcomedId && locations.some(({ id }) => id === addedId)) {
    setWelcomedId(addedId)
    setChosenId(addedId)
  }

  useEffect(() => {
    if (chosenId !== null) rememberId(chosenId)
  }, [chosenId])

  const choose = useCallback((location: Location) => setChosenId(location.id), [])
  return { selected, choose, welcomedId }
}
