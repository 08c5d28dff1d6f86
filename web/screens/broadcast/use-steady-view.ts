import type { BroadcastView } from './view.ts'
import { useMemo } from 'react'

/** Returns the same object for an equal view, so a map flies only to a different one. */
export function useSteadyView({ centre: { latitude, longitude }, zoom }: BroadcastView): BroadcastView {
  return useMemo(() => ({ centre: { latitude, longitude }, zoom }), [latitude, longitude, zoom])
}
