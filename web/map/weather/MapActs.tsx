import type { Picked, MapTool } from './picked.ts'
import type { ShownStrike } from './use-layers.ts'
import classes from './Weather.module.css'
import type { Point } from '#domain/geo/distance'
import { lightningOverlays } from '#web/map/layers/LightningClusters.tsx'
import { layerId, type OverlayName } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useEffect } from 'react'
import type { Map, MapGeoJSONFeature, PointLike } from 'maplibre-gl'

interface MapActsProps {
  tool: MapTool | null
  strikes: readonly ShownStrike[] | null
  areAlertsOn: boolean
  onPick: (picked: Picked) => void
  onMeasure?: ((at: Point) => void) | undefined
}

/** How far from a click something is still hit, because a finger is less precise than a pointer. */
const reachPx = 8

/** What can be clicked, topmost first. */
const clickable: Clickable = [
  ['storms', 'cell'],
  ...lightningOverlays.map(name => [name, 'one'] as const),
  ...lightningOverlays.map(name => [name, 'many'] as const),
  ['tropical', 'point'],
  ['stations', 'mark'],
  ['alerts', 'area'],
]

type Clickable = readonly (readonly [OverlayName, string])[]

function featureNear(
  map: Map,
  { x, y }: { x: number; y: number },
  among: Clickable = clickable,
): MapGeoJSONFeature | undefined {
  const box: [PointLike, PointLike] = [
    [x - reachPx, y - reachPx],
    [x + reachPx, y + reachPx],
  ]
  for (const [name, id] of among) {
    const layer = layerId(name, id)
    const [feature] = map.getLayer(layer) ? map.queryRenderedFeatures(box, { layers: [layer] }) : []
    if (feature) return feature
  }
  return undefined
}

const stationMarks: Clickable = [['stations', 'mark']]

/** Returns the station at or near a click. */
function stationOf(feature: MapGeoJSONFeature | undefined): Picked | undefined {
  if (feature?.geometry.type !== 'Point') return undefined
  const [longitude, latitude] = feature.geometry.coordinates
  if (longitude === undefined || latitude === undefined) return undefined
  const { name, type } = feature.properties
  return { kind: 'station', at: { latitude, longitude }, name: String(name), isAirport: type === 0 }
}

function isLightning(layer: string | undefined, part: 'one' | 'many'): boolean {
  return lightningOverlays.some(name => layer === layerId(name, part))
}

/** Handles a click on the map, or Enter at its center while it has the keyboard focus. */
export function MapActs({ tool, strikes, areAlertsOn, onPick, onMeasure }: MapActsProps) {
  const { map } = useStandingMap()

  useEffect(() => {
    const pick = (at: Point, pixel: { x: number; y: number }) => {
      if (tool === 'measure') return onMeasure?.(at)
      if (tool === 'observation')
        return onPick(stationOf(featureNear(map, pixel, stationMarks)) ?? { kind: 'observation', at })
      const feature = featureNear(map, pixel)
      const { layer, properties, geometry } = feature ?? {}
      if (isLightning(layer?.id, 'one')) {
        const strike = strikes?.[Number(properties?.['index'])]
        return strike && onPick({ kind: 'strike', at: strike, timeMs: strike.timeMs })
      }
      if (isLightning(layer?.id, 'many')) {
        if (geometry?.type !== 'Point') return
        return void map.easeTo({
          center: [geometry.coordinates[0] ?? at.longitude, geometry.coordinates[1] ?? at.latitude],
          zoom: map.getZoom() + 2,
        })
      }
      switch (layer?.id) {
        case layerId('storms', 'cell'):
          return onPick({ kind: 'storm', id: String(properties?.['id']) })
        case layerId('stations', 'mark'): {
          const station = stationOf(feature)
          return station && onPick(station)
        }
        case layerId('tropical', 'point'):
          return onPick({
            kind: 'tropical',
            storm: String(properties?.['id']),
            point: Number(properties?.['index']),
          })
        case layerId('alerts', 'area'):
          return onPick({ kind: 'alerts', at })
        default:
          // If the outlines are unknown, queries the point itself.
          return areAlertsOn && !map.getLayer(layerId('alerts', 'area'))
            ? onPick({ kind: 'alerts', at })
            : undefined
      }
    }
    const pointOf = ({ lng, lat }: { lng: number; lat: number }) => ({ latitude: lat, longitude: lng })
    const subscription = map.on('click', ({ lngLat, point }) => pick(pointOf(lngLat.wrap()), point))
    const canvas = map.getCanvas()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      pick(pointOf(map.getCenter().wrap()), map.project(map.getCenter()))
    }
    canvas.addEventListener('keydown', onKey)
    return () => {
      subscription.unsubscribe()
      canvas.removeEventListener('keydown', onKey)
    }
  }, [map, tool, strikes, areAlertsOn, onPick, onMeasure])

  useEffect(() => {
    const canvas = map.getCanvas()
    canvas.style.cursor = tool ? 'crosshair' : ''
    if (tool) return
    const subscription = map.on('mousemove', ({ point }) => {
      canvas.style.cursor = featureNear(map, point) ? 'pointer' : ''
    })
    return () => subscription.unsubscribe()
  }, [map, tool])

  return <span className={classes.middle} aria-hidden="true" />
}
