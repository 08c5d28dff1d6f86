import { layerNote, type LayerNote } from './layer-note.ts'
import { radarNote } from './radar-note.ts'
import { useSky, type MapSky, type ShownStrike } from './use-sky.ts'
import type { StormFeature } from '#contract/weather/storms'
import { useMapAlerts } from '#web/data/weather/advisories.ts'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import {
  useRadarFrames,
  useSurfaceAnalysis,
  useTropicalForecasts,
  useTropicalModels,
  type IssuedStorms,
  type ShownSurfaceAnalysis,
} from '#web/data/weather/radar.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import type { DrawnAlert } from '#web/map/layers/Alerts.tsx'
import { framesOf, type MapFrame } from '#web/map/radar/frames.ts'
import { goneFrames } from '#web/map/radar/gone-frames.ts'
import { isPlayed, type LayerChoice, type MapLayer } from '#web/map/radar/layer-choice.ts'
import type { MapTime } from '#web/map/radar/map-time.ts'
import { frameAt, type Playback } from '#web/map/radar/playback.ts'
import { picturesFor } from '#web/map/radar/radar-types.ts'
import { pictureArea, type PictureArea, type Viewport } from '#web/map/viewport.ts'
import { useMemo } from 'react'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export type { ShownStrike }

/** The map's layers and their times. A layer that is off or unknown is null. */
export interface Layers {
  readonly nowMs: number
  /** The time of strikes and storm cells. */
  readonly time: MapTime
  /** Whether frames are shown. If so, an area without an image is not known to be dry. */
  readonly isPlayed: boolean
  readonly frames: readonly MapFrame[]
  readonly area: PictureArea | null
  readonly strikes: readonly ShownStrike[] | null
  readonly circles: MapSky['circles']
  readonly cells: readonly StormFeature[] | null
  readonly alerts: readonly DrawnAlert[] | null
  readonly tropical: readonly IssuedStorms[] | null
  readonly surface: ShownSurfaceAnalysis | null
  /** The tropical models' image: one frame or none. */
  readonly models: readonly MapFrame[]
  readonly notes: ReadonlyMap<MapLayer, LayerNote>
  /** Why there are no frames; null if there are some, or if some may still arrive. */
  readonly radarError: Error | null
  readonly retryRadar: () => void
}

const noFrames: readonly MapFrame[] = []

interface LayersInput {
  readonly choice: LayerChoice
  readonly viewport: Viewport | null
  /** Determines the map's time. */
  readonly playback: Playback
  /** The viewer's. */
  readonly zone: string
  readonly radarOldAfterMs?: number
}

export function useLayers({ choice, viewport, playback, zone, radarOldAfterMs }: LayersInput): Layers {
  const nowMs = useLiveView(nowInSteps)
  const isOn = (layer: MapLayer) => choice.layers.includes(layer)
  const area = useMemo(() => viewport && pictureArea(viewport), [viewport])

  const type = isPlayed(choice) && viewport ? picturesFor(choice.style, viewport.centre) : null
  const radar = useRadarFrames(type)
  const radarError = useStandingError(radar)
  const listed = useMemo(() => (radar.data ? framesOf(radar.data) : noFrames), [radar.data])
  const gone = goneFrames(listed, nowMs)
  const frames = useMemo(() => (gone === 0 ? listed : listed.slice(gone)), [listed, gone])

  const frame = frames[frameAt(playback.progress, frames.length) ?? -1] ?? null
  const sky = useSky({
    frames,
    frame,
    mode: playback.mode,
    lightningIn: isOn('lightning') ? (area?.bounds ?? null) : null,
    zoom: viewport?.zoom ?? 0,
    areCellsOn: isOn('storm-vectors'),
    nowMs,
    zone,
  })
  const alerts = useMapAlerts(isOn('nws-alerts'))

  const tropical = useTropicalForecasts(isOn('tropical-forecast'))
  const surface = useSurfaceAnalysis(isOn('surface-analysis'))
  const model = useTropicalModels(isOn('tropical-models'))
  const models = useMemo(() => (model.data === undefined ? noFrames : framesOf([model.data])), [model.data])

  const notes = new Map<MapLayer, LayerNote>()
  const note = (layer: MapLayer, asOfMs: number | null, asked: { isError: boolean }, oldAfterMs: number) =>
    isOn(layer) && notes.set(layer, layerNote({ asOfMs, hasFailed: asked.isError, oldAfterMs }, nowMs, zone))
  const shown = { frame, frames, hasFailed: radar.isError }
  if (isOn('radar')) notes.set('radar', radarNote({ ...shown, oldAfterMs: radarOldAfterMs }, nowMs, zone))
  if (isOn('road-conditions'))
    notes.set('road-conditions', radarNote({ ...shown, oldAfterMs: Infinity }, nowMs, zone))
  if (isOn('lightning')) notes.set('lightning', sky.lightningNote)
  if (isOn('storm-vectors')) notes.set('storm-vectors', sky.cellsNote)
  note('nws-alerts', instant(alerts.data?.asOf), alerts, 5 * minuteMs)
  const issued = tropical.data?.map(each => Date.parse(each.issued)) ?? []
  note(
    'tropical-forecast',
    tropical.data ? oldest(issued, tropical.dataUpdatedAt) : null,
    tropical,
    8 * hourMs,
  )
  note('surface-analysis', instant(surface.data?.valid), surface, 8 * hourMs)
  note('tropical-models', models[0]?.timeMs ?? null, model, 14 * hourMs)

  return {
    nowMs,
    time: sky.time,
    isPlayed: isPlayed(choice),
    frames,
    area,
    strikes: sky.strikes,
    circles: sky.circles,
    cells: sky.cells,
    alerts: isOn('nws-alerts') ? (alerts.data?.alerts ?? null) : null,
    tropical: isOn('tropical-forecast') ? (tropical.data ?? null) : null,
    surface: isOn('surface-analysis') ? (surface.data ?? null) : null,
    models: isOn('tropical-models') ? models : noFrames,
    notes,
    radarError: radar.data && frames.length > 0 ? null : radarError,
    retryRadar: () => void radar.refetch(),
  }
}

function instant(asOf: string | undefined): number | null {
  return asOf === undefined ? null : Date.parse(asOf)
}

function oldest(instants: readonly number[], otherwise: number): number {
  return instants.length === 0 ? otherwise : Math.min(...instants)
}

const stepMs = 10_000

/** Strikes change color in steps as they age, so redrawing them every second would make no difference. */
function nowInSteps(): number {
  return Math.floor(serverNowMs() / stepMs) * stepMs
}
