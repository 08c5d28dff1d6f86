import type { Point } from '#domain/geo/distance'
import type { Radii } from '#domain/lightning/ring-rules'
import type { BaseName } from '#web/map/colours.ts'
import { Credits } from '#web/map/controls/Credits.tsx'
import { MapButtonStack } from '#web/map/controls/MapButton.tsx'
import controls from '#web/map/controls/Controls.module.css'
import { ZoomButtons } from '#web/map/controls/ZoomButtons.tsx'
import { centralUs } from '#web/map/home-view.ts'
import { Rings, type DrawnRing } from '#web/map/layers/Rings.tsx'
import { Places } from '#web/map/layers/Places.tsx'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import type { MapStart } from '#web/map/open-map.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useEffect, useMemo } from 'react'

interface PickMapCanvasProps {
  base: BaseName
  point: Point | null
  label: string
  radii?: Radii
  onPick?: ((point: Point) => void) | undefined
}

const wholeCountry: MapStart = {
  center: [centralUs.longitude, centralUs.latitude],
  zoom: 2.6,
  minZoom: 2,
  maxZoom: 14,
}
/** Close enough to recognize a town by its shape. */
const closeZoom = 9
const noRadii: Radii = [0, 0, 0, 0]

const drawnRings = (point: Point, radii: Radii = noRadii): DrawnRing[] =>
  radii.flatMap((radiusMiles, index) => (radiusMiles > 0 ? [{ ...point, ring: index + 1, radiusMiles }] : []))

/** At zoom 9 about this many miles fit above and below the place. Each step out doubles it. */
const milesAtCloseZoom = 8

function zoomFor(radii: Radii = noRadii): number {
  return closeZoom - Math.max(0, Math.log2(Math.max(...radii) / milesAtCloseZoom))
}

/** Loaded separately, because it brings in all of MapLibre. */
export function PickMapCanvas({ base, point, label, radii, onPick }: PickMapCanvasProps) {
  const places = useMemo(() => (point ? [{ ...point, label }] : []), [point, label])
  const rings = useMemo(() => (point ? drawnRings(point, radii) : []), [point, radii])
  const name = onPick ? 'Map for choosing a place; press Enter for its center' : 'Map of the place'
  return (
    <MapCanvas base={base} label={name} start={wholeCountry}>
      {onPick && <Picking onPick={onPick} />}
      <ComeNear point={point} zoom={zoomFor(radii)} />
      <Rings rings={rings} />
      <Places places={places} />
      <div className={controls.corner}>
        <MapButtonStack label="Map controls">
          <ZoomButtons />
        </MapButtonStack>
      </div>
      <Credits />
    </MapCanvas>
  )
}

function Picking({ onPick }: { onPick: (point: Point) => void }) {
  const { map } = useStandingMap()
  useEffect(() => {
    const pick = ({ lng, lat }: { lng: number; lat: number }) => onPick({ latitude: lat, longitude: lng })
    const subscription = map.on('click', ({ lngLat }) => pick(lngLat.wrap()))
    const canvas = map.getCanvas()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter') pick(map.getCenter().wrap())
    }
    canvas.addEventListener('keydown', onKey)
    canvas.style.cursor = 'crosshair'
    return () => {
      subscription.unsubscribe()
      canvas.removeEventListener('keydown', onKey)
      canvas.style.cursor = ''
    }
  }, [map, onPick])
  return null
}

/** Moves the map to a place that was found elsewhere. After a click on the map, the place is already visible. */
function ComeNear({ point, zoom }: { point: Point | null; zoom: number }) {
  const { map } = useStandingMap()
  const latitude = point?.latitude
  const longitude = point?.longitude
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return
    const isSeen = map.getBounds().contains([longitude, latitude]) && map.getZoom() >= zoom - 2
    if (!isSeen) map.jumpTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), zoom) })
  }, [map, latitude, longitude, zoom])
  return null
}
