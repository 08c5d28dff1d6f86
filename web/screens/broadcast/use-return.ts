import { goesOnAfterMs } from './left-alone.ts'
import { useIsStill } from './use-is-still.ts'
import { flyTo, type BroadcastView } from './view.ts'
import type { Map } from '#web/map/maplibre.ts'
import { useEffect, useEffectEvent } from 'react'

/** After a while without activity, the wall returns to its view and resumes playing. */
export function useReturn(isMoved: boolean, view: BroadcastView, map: Map | null, onLeftAlone: () => void) {
  const isAlone = useIsStill(goesOnAfterMs)
  const goBack = useEffectEvent(() => {
    if (isMoved && map) flyTo(map, view)
    onLeftAlone()
  })
  useEffect(() => {
    if (isAlone) goBack()
  }, [isAlone])
}
