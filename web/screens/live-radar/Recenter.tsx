import type { Location } from '#contract/locations'
import { flyHome } from '#web/map/home-view.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useEffect, useRef } from 'react'

/** Looks at a location whenever it is another one; where the map begins it looks already. */
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
