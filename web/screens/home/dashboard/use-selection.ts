import { firstChoice, rememberedId, rememberId } from './selection.ts'
import type { Location } from '#contract/locations'
import { useCallback, useEffect, useState } from 'react'

interface Known {
  /** Whether it is known by now where there is trouble, as far as it can be. */
  readonly isSettled: boolean
  readonly troubledIds: readonly number[]
}

/** The location that is looked at. Chosen by itself once, then only by a person: trouble elsewhere takes nobody away. */
export function useSelection(locations: readonly Location[], { isSettled, troubledIds }: Known) {
  const [chosenId, setChosenId] = useState(rememberedId)
  const chosen = locations.find(({ id }) => id === chosenId)
  const selected = chosen ?? (isSettled ? firstChoice(locations, troubledIds) : locations.at(0))

  if (isSettled && selected && selected.id !== chosenId) setChosenId(selected.id)

  useEffect(() => {
    if (chosenId !== null) rememberId(chosenId)
  }, [chosenId])

  const choose = useCallback((location: Location) => setChosenId(location.id), [])
  return { selected, choose }
}
