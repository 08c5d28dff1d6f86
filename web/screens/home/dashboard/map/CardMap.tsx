import { homeMilesOf, reachMilesOf, type MapRing, type MapStrike } from './map-words.ts'
import type { Location } from '#contract/locations'
import type { BaseName } from '#web/map/colours.ts'
import { Credits } from '#web/map/controls/Credits.tsx'
import { MapButtons } from '#web/map/controls/MapButtons.tsx'
import { fitOptions, FitTo, lngLatBounds } from '#web/map/FitTo.tsx'
import { Places } from '#web/map/layers/Places.tsx'
import { Rings } from '#web/map/layers/Rings.tsx'
import { Strikes } from '#web/map/layers/Strikes.tsx'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import { ringBounds } from '#web/map/ring-line.ts'
import { useMemo } from 'react'

interface CardMapProps {
  base: BaseName
  label: string
  location: Location
  rings: readonly MapRing[]
  strikes: readonly MapStrike[]
  nowMs: number
}

/** Loaded apart from the card, since it brings the whole of MapLibre. */
export function CardMap({ base, label, location, rings, strikes, nowMs }: CardMapProps) {
  const { latitude, longitude } = location
  const centre = useMemo(() => ({ latitude, longitude }), [latitude, longitude])
  const home = useMemo(() => ringBounds(centre, homeMilesOf(rings)), [centre, rings])
  const limits = useMemo(() => ringBounds(centre, reachMilesOf(rings)), [centre, rings])
  const places = useMemo(() => [{ ...centre, label: location.label }], [centre, location.label])
  const drawn = useMemo(() => rings.map(ring => ({ ...ring, ...centre })), [rings, centre])
  return (
    <MapCanvas
      base={base}
      label={label}
      start={{ bounds: lngLatBounds(home), fitBoundsOptions: fitOptions, maxBounds: lngLatBounds(limits) }}
    >
      <FitTo bounds={home} limits={limits} />
      <Rings rings={drawn} />
      <Strikes strikes={strikes} nowMs={nowMs} />
      <Places places={places} />
      <MapButtons home={home} />
      <Credits />
    </MapCanvas>
  )
}
