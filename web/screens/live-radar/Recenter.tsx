import type { Location } from '#contract/places/locations'
import { flyHome } from '#web/map/home-view.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useEffect, useRef } from 'react'

/** Centers the map on the location whenever it changes. The map already starts there. */
export function Recenter({ on }: { on: Location | null }) {
  const { map } = useStandingMap()
  const shown = useRef(on?.id)
  useEffect(() => {
    if (!on || on.id === shown.current) return
    shown.current = on.id
    flyHome(map, on)
  }, [map, on])
  return null
}
