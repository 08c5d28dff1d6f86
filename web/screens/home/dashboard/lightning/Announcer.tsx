import { announce, type SpokenState, type AnnouncedPlace } from './announcement.ts'
import type { Location } from '#contract/places/locations'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

interface AnnouncerProps {
  locations: readonly Location[]
  selectedId: number
}

/** Announces new delays and All Clear at any place to screen readers. The live region exists before it has text. */
export function Announcer({ locations, selectedId }: AnnouncerProps) {
  const places = useLiveView(
    useCallback(
      (): AnnouncedPlace[] =>
        locations.map(location => ({
          id: location.id,
          label: location.label,
          show: readPlace(location).worst.show,
        })),
      [locations],
    ),
  )
  const notified = useRef<ReadonlyMap<number, SpokenState>>(new Map())
  const [text, setText] = useState('')
  useEffect(() => {
    const next = announce(notified.current, places, selectedId)
    notified.current = next.told
    if (next.text !== '') setText(next.text)
  }, [places, selectedId])
  return (
    <div className="visually-hidden" role="status" aria-live="assertive" data-announcer>
      {text}
    </div>
  )
}
