import { askedId, firstChoice } from './selection.ts'
import type { Location } from '#contract/locations'
import { rememberedId, rememberId } from '#web/data/selected-location.ts'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

interface Known {
  /** Whether it is known by now where there is trouble, as far as it can be. */
  readonly isSettled: boolean
  readonly troubledIds: readonly number[]
  /** What the person has just added, whether or not it is among the locations already. */
  readonly addedId: number | null
}

/** The location that the page's address names: it is taken out as soon as it was read, so that it chooses once. */
function useAskedId(): number | null {
  const [search, setSearch] = useSearchParams()
  const asked = askedId(search)
  useEffect(() => {
    if (!search.has('location')) return
    const rest = new URLSearchParams(search)
    rest.delete('location')
    setSearch(rest, { replace: true })
  }, [search, setSearch])
  return asked
}

/** The location that is looked at. Chosen by itself once, then only by a person: trouble elsewhere takes nobody away. */
export function useSelection(locations: readonly Location[], { isSettled, troubledIds, addedId }: Known) {
  const asked = useAskedId()
  const [chosenId, setChosenId] = useState(() => asked ?? rememberedId())
  const [answeredId, setAnsweredId] = useState(asked)
  const [welcomedId, setWelcomedId] = useState<number | null>(null)
  const chosen = locations.find(({ id }) => id === chosenId)
  const selected = chosen ?? (isSettled ? firstChoice(locations, troubledIds) : locations.at(0))

  if (isSettled && selected && selected.id !== chosenId) setChosenId(selected.id)

  if (asked !== answeredId) {
    setAnsweredId(asked)
    if (asked !== null) setChosenId(asked)
  }

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
