import type { Layers } from './use-layers.ts'
import { Alerts } from '#web/map/layers/Alerts.tsx'
import { LightningClusters } from '#web/map/layers/LightningClusters.tsx'
import { MapPicture } from '#web/map/layers/MapPicture.tsx'
import { Places, type DrawnPlace } from '#web/map/layers/Places.tsx'
import { Rings, type DrawnRing } from '#web/map/layers/Rings.tsx'
import { StrikeCircles } from '#web/map/layers/StrikeCircles.tsx'
import { StormCells } from '#web/map/layers/StormCells.tsx'
import { SurfaceAnalysisLayer } from '#web/map/layers/SurfaceAnalysis.tsx'
import { TropicalForecast } from '#web/map/layers/TropicalForecast.tsx'
import { Unknown } from '#web/map/layers/Unknown.tsx'
import type { PlacedPicture } from '#web/map/radar/use-radar-player.ts'

interface WeatherLayersProps {
  layers: Layers
  radar: PlacedPicture | null
  /** The opacity of the radar image, from 0 to 1. */
  opacity: number
  models?: PlacedPicture | null
  /** The viewer's locations; null if hidden. */
  own: { readonly places: readonly DrawnPlace[]; readonly rings: readonly DrawnRing[] } | null
}

/** Draws every active layer with known data on the map. */
export function WeatherLayers({ layers, radar, opacity, models = null, own }: WeatherLayersProps) {
  const { alerts, surface, tropical, cells, strikes, circles, time, nowMs } = layers
  const atMs = time.kind === 'past' ? time.atMs : nowMs
  return (
    <>
      {layers.isPlayed && <Unknown known={radar?.bounds ?? null} />}
      {radar && <MapPicture name="radar" picture={radar} opacity={opacity} />}
      {models && <MapPicture name="tropical-models" picture={models} opacity={1} />}
      {alerts && <Alerts alerts={alerts} />}
      {surface && <SurfaceAnalysisLayer centers={surface.centers} fronts={surface.fronts} />}
      {tropical && <TropicalForecast issues={tropical} />}
      {own && <Rings rings={own.rings} />}
      {cells && <StormCells cells={cells} />}
      {circles.length > 0 && <StrikeCircles circles={circles} nowMs={atMs} />}
      {strikes && <LightningClusters strikes={strikes} atMs={atMs} isDimmed={time.kind === 'future'} />}
      {own && <Places places={own.places} />}
    </>
  )
}
