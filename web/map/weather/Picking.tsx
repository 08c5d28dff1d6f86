import { MapActs } from './MapActs.tsx'
import type { Picked, MapTool } from './picked.ts'
import { PickedPopup } from './popups/PickedPopup.tsx'
import { StrikeHint } from './popups/StrikeHint.tsx'
import type { Layers } from './use-layers.ts'
import type { Location } from '#contract/places/locations'
import type { Point } from '#domain/geo/distance'

interface PickingProps {
  picked: Picked | null
  /** Null closes the popup. */
  onPick: (picked: Picked | null) => void
  layers: Layers
  locations: readonly Location[]
  /** The viewer's. */
  zone: string
  tool?: MapTool | null
  areAlertsOn?: boolean
  onMeasure?: (at: Point) => void
}

/** Makes the map clickable and shows details of what was clicked. */
export function Picking(props: PickingProps) {
  const { picked, onPick, layers, locations, zone, tool = null, areAlertsOn = false, onMeasure } = props
  const { strikes } = layers
  return (
    <>
      <MapActs
        tool={tool}
        strikes={strikes}
        areAlertsOn={areAlertsOn}
        onPick={onPick}
        onMeasure={onMeasure}
      />
      {strikes && tool === null && picked?.kind !== 'strike' && <StrikeHint strikes={strikes} zone={zone} />}
      {picked && (
        <PickedPopup
          picked={picked}
          layers={layers}
          locations={locations}
          zone={zone}
          onClose={() => onPick(null)}
        />
      )}
    </>
  )
}
