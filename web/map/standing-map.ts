import type { BaseName } from './colours.ts'
import type { Map } from './maplibre.ts'
import { createContext, useContext } from 'react'

/** A map that is ready to draw on: its style and graphics are available. */
export interface StandingMap {
  readonly map: Map
  /** Whether it still is: after the map is removed, layers have nothing to remove. */
  isStanding(): boolean
}

export interface GivenMap extends StandingMap {
  /** Whether its base is light or dark. */
  readonly base: BaseName
}

export const StandingMapContext = createContext<GivenMap | null>(null)

/** The map that a layer or control belongs to. */
export function useStandingMap(): GivenMap {
  const given = useContext(StandingMapContext)
  if (!given) throw new Error('Layers and controls stand inside a MapCanvas')
  return given
}
