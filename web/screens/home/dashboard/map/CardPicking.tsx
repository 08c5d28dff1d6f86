import type { Location } from '#contract/places/locations'
import type { Picked } from '#web/map/weather/picked.ts'
import { Picking } from '#web/map/weather/Picking.tsx'
import type { Layers } from '#web/map/weather/use-layers.ts'
import { useMemo, useState } from 'react'

interface CardPickingProps {
  layers: Layers
  location: Location
  zone: string
  areAlertsOn: boolean
}

/** Shows what was clicked on the card's map, as long as the place stays the same. */
export function CardPicking({ layers, location, zone, areAlertsOn }: CardPickingProps) {
  const [picked, setPicked] = useState<Picked | null>(null)
  const locations = useMemo(() => [location], [location])
  // An alert popup closes when its layer is turned off; the others close when their subject disappears.
  const isOff = picked?.kind === 'alerts' && !areAlertsOn
  return (
    <Picking
      picked={isOff ? null : picked}
      onPick={setPicked}
      layers={layers}
      locations={locations}
      zone={zone}
      areAlertsOn={areAlertsOn}
    />
  )
}
