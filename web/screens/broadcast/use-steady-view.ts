import type { BroadcastView } from './view.ts'
import { useMemo } from 'react'

/** The same object for as long as it is the same view: a map flies only to another one. */
export function useSteadyView({ centre: { latitude, longitude }, zoom }: BroadcastView): BroadcastView {
  return useMemo(() => ({ centre: { latitude, longitude }, zoom }), [latitude, longitude, zoom])
}
