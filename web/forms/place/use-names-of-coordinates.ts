import { isNameless, nameCoordinates, pointOf, type PlaceChange, type PlaceDraft } from './place-draft.ts'
import { useNearest } from '#web/data/places/locations.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'

const typingPauseMs = 400

/** Names unnamed coordinates after what is nearby, so that people notice a misplaced click. */
export function useNamesOfCoordinates(draft: PlaceDraft, onChange: (change: PlaceChange) => void) {
  const [{ latitude, longitude }] = useDebouncedValue(draft, typingPauseMs)
  const isQuiet = latitude === draft.latitude && longitude === draft.longitude
  const { data: nearest } = useNearest(isQuiet && isNameless(draft) ? pointOf(draft) : null)
  const description = nearest?.description
  useEffect(() => {
    if (description === undefined) return
    onChange(before => (isNameless(before) ? nameCoordinates(before, description) : before))
  }, [description, onChange])
}
