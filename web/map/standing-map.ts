import type { BaseName } from './colours.ts'
import type { Map } from './maplibre.ts'
import { createContext, useContext } from 'react'

/** A map that can be drawn on: its style is there, and so are the graphics. */
export interface StandingMap {
  readonly map: Map
  /** Whether it still is: what is taken away after the map itself has nothing to take away. */
  isStanding(): boolean
}

export interface GivenMap extends StandingMap {
  /** What its ground is like. */
  readonly base: BaseName
}

export const StandingMapContext = createContext<GivenMap | null>(null)

/** The map that a layer or a control lies on. */
export function useStandingMap(): GivenMap {
  const given = useContext(StandingMapContext)
  if (!given) throw new Error('Layers and controls stand inside a MapCanvas')
  return given
}
