import type { BaseName } from './colours.ts'
import type { Map } from './maplibre.ts'
import { createContext, useContext } from 'react'

/** A map that is ready to draw on: its style and graphics are available. */
export interface StandingMap {
  readonly map: Map
  /** Whether the map is still ready. Layers have nothing to remove from a map that was removed. */
  isStanding(): boolean
}

export interface GivenMap extends StandingMap {
  /** Whether the map's base is light or dark. */
  readonly base: BaseName
}

export const StandingMapContext = createContext<GivenMap | null>(null)

/** Returns the map that a layer or control belongs to. */
export function useStandingMap(): GivenMap {
  const given = useContext(StandingMapContext)
  if (!given) throw new Error('Layers and controls must be inside a MapCanvas')
  return given
}
