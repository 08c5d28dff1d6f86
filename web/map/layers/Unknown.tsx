import { colours, type BaseName } from '#web/map/colours.ts'
import type { OverlayLayer } from '#web/map/overlays.ts'
import { unknownArea } from '#web/map/radar/unknown-area.ts'
import type { Bounds } from '#web/map/ring-line.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useOverlay } from '#web/map/use-overlay.ts'
import { useMemo } from 'react'

/** A veil where no radar image has arrived yet, because a map without echoes would look dry. */
export function Unknown({ known }: { known: Bounds | null }) {
  const { base } = useStandingMap()
  useOverlay(
    'unknown',
    useMemo(() => [{ type: 'Feature', geometry: unknownArea(known), properties: {} }], [known]),
    layersOn[base],
  )
  return null
}

function layersFor(base: BaseName): OverlayLayer[] {
  return [{ id: 'veil', type: 'fill', paint: { 'fill-color': colours[base].ink, 'fill-opacity': 0.18 } }]
}

const layersOn: Readonly<Record<BaseName, OverlayLayer[]>> = {
  light: layersFor('light'),
  dark: layersFor('dark'),
}
