import { layerNote, type LayerNote } from './layer-note.ts'
import type { StormFeature } from '#contract/storms'
import { knownForMs } from '#domain/radar/storm-outlook'
import { useMapAlerts } from '#web/data/advisories.ts'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import {
  useRadarFrames,
  useSurfaceAnalysis,
  useTropicalForecasts,
  useTropicalModels,
  type IssuedStorms,
  type SurfaceAnalysis,
} from '#web/data/radar.ts'
import { useStandingError } from '#web/data/standing-error.ts'
import { useStormCells } from '#web/data/storms.ts'
import { useStrikesIn, type NearStrike } from '#web/data/strikes.ts'
import type { DrawnAlert } from '#web/map/layers/Alerts.tsx'
import type { GatheredStrikes } from '#web/map/layers/LightningClusters.tsx'
import { framesOf, type Frame } from '#web/map/radar/frames.ts'
import { isLeftBehind, presentOf } from '#web/map/radar/frame-words.ts'
import { isPlayed, type LayerChoice, type MapLayer } from '#web/map/radar/layer-choice.ts'
import { picturesFor } from '#web/map/radar/radar-types.ts'
import { pictureArea, type PictureArea, type Viewport } from '#web/map/viewport.ts'
import { useMemo } from 'react'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface ShownStrike extends GatheredStrikes {
  readonly amp: number | null
  readonly type: number | null
}

/** What lies on the map, and of when it is. A layer that is off, or not known, is null. */
export interface Layers {
  readonly nowMs: number
  readonly frames: readonly Frame[]
  readonly area: PictureArea | null
  readonly strikes: readonly ShownStrike[] | null
  readonly cells: readonly StormFeature[] | null
  readonly alerts: readonly DrawnAlert[] | null
  readonly tropical: readonly IssuedStorms[] | null
  readonly surface: SurfaceAnalysis | null
  /** The one picture of the tropical models, or none. */
  readonly models: readonly Frame[]
  readonly notes: ReadonlyMap<MapLayer, LayerNote>
  /** Why there are no frames; null while there are, or while they may still come. */
  readonly radarError: Error | null
  readonly retryRadar: () => void
}

const noFrames: readonly Frame[] = []

export function useLayers(
  choice: LayerChoice,
  viewport: Viewport | null,
  zone: string,
  radarOldAfterMs?: number,
): Layers {
  const nowMs = useLiveView(nowInSteps)
  const isOn = (layer: MapLayer) => choice.layers.includes(layer)
  const area = useMemo(() => viewport && pictureArea(viewport), [viewport])

  const type = isPlayed(choice) && viewport ? picturesFor(choice.style, viewport.centre) : null
  const radar = useRadarFrames(type)
  const radarError = useStandingError(radar)
  const frames = useMemo(() => (radar.data ? framesOf(radar.data) : noFrames), [radar.data])

  const lightning = useStrikesIn(isOn('lightning') ? (area?.bounds ?? null) : null, viewport?.zoom ?? 0)
  const strikes = useMemo(() => lightning.data?.map(strikeOf) ?? null, [lightning.data])
  const storms = useStormCells(isOn('storm-vectors'))
  const alerts = useMapAlerts(isOn('nws-alerts'))

  const tropical = useTropicalForecasts(isOn('tropical-forecast'))
  const surface = useSurfaceAnalysis(isOn('surface-analysis'))
  const model = useTropicalModels(isOn('tropical-models'))
  const models = useMemo(() => (model.data === undefined ? noFrames : framesOf([model.data])), [model.data])

  const notes = new Map<MapLayer, LayerNote>()
  const note = (layer: MapLayer, asOfMs: number | null, asked: { isError: boolean }, oldAfterMs: number) =>
    isOn(layer) && notes.set(layer, layerNote({ asOfMs, hasFailed: asked.isError, oldAfterMs }, nowMs, zone))
  const presentMs = presentOf(frames)?.timeMs ?? null
  note('radar', presentMs, radar, isLeftBehind(frames, nowMs, radarOldAfterMs) ? 0 : Infinity)
  note('road-conditions', presentMs, radar, Infinity)
  note('lightning', lightning.data ? lightning.dataUpdatedAt : null, lightning, 3 * minuteMs)
  note('storm-vectors', instant(storms.data?.asOf), storms, knownForMs)
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
    frames,
    area,
    strikes: isOn('lightning') ? strikes : null,
    cells: isOn('storm-vectors') ? (storms.data?.features ?? null) : null,
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

function strikeOf({ latitude, longitude, Count, TimeStamp, Amp, type }: NearStrike): ShownStrike {
  return { latitude, longitude, count: Count, timeMs: TimeStamp * 1000, amp: Amp, type }
}

const stepMs = 10_000

/** Strikes grow older in steps: drawing them anew each second would show nothing more. */
function nowInSteps(): number {
  return Math.floor(serverNowMs() / stepMs) * stepMs
}
