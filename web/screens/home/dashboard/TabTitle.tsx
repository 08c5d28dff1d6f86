import { tabTitle } from './tab-title.ts'
import type { Location } from '#contract/places/locations'
import type { LiveLocation } from '#web/data/live/place.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { useCallback, useEffect } from 'react'

/**
 * Shows the selected place's state in the browser tab. A separate component, so that the update each second renders
 * nothing else.
 */
export function TabTitle({ location }: { location: Location }) {
  const { label } = location
  const title = usePlace(
    location,
    useCallback((place: LiveLocation) => tabTitle(label, place), [label]),
  )
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
