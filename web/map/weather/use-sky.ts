import { lightningNote } from './lightning-note.ts'
import { layerNote, type LayerNote } from './layer-note.ts'
import type { StormFeature } from '#contract/weather/storms'
import { knownForMs } from '#domain/radar/storm-outlook'
import { useStream } from '#web/data/live/use-stream.ts'
import { usePastCells, useStormCells } from '#web/data/weather/storms.ts'
import {
  usePastStrikes,
  useStrikesIn,
  type MapLightning,
  type NearStrike,
} from '#web/data/weather/strikes.ts'
import type { GatheredStrikes } from '#web/map/layers/LightningClusters.tsx'
import type { DrawnStrikeCircle } from '#web/map/layers/StrikeCircles.tsx'
import type { MapFrame } from '#web/map/radar/frames.ts'
import { mapTimeOf, type MapTime } from '#web/map/radar/map-time.ts'
import type { Playback } from '#web/map/radar/playback.ts'
import type { Bounds } from '#web/map/ring-line.ts'
import { useMemo } from 'react'

export interface ShownStrike extends GatheredStrikes {
  readonly amp: number | null
  readonly type: number | null
}

/** Lightning and storm cells at the map's time. Null if turned off or unknown for that time. */
export interface MapSky {
  readonly time: MapTime
  readonly strikes: readonly ShownStrike[] | null
  /** Circles for strikes whose direction is unknown. */
  readonly circles: readonly DrawnStrikeCircle[]
  readonly cells: readonly StormFeature[] | null
  readonly lightningNote: LayerNote
  readonly cellsNote: LayerNote
}

interface SkyInput {
  readonly frames: readonly MapFrame[]
  /** The frame to show. */
  readonly frame: MapFrame | null
  readonly mode: Playback['mode']
  /** The visible part of the map, or slightly more; null while unknown or if lightning is off. */
  readonly lightningIn: Bounds | null
  readonly zoom: number
  readonly areCellsOn: boolean
  readonly nowMs: number
  readonly zone: string
}

export function useSky(input: SkyInput): MapSky {
  const { frames, frame, mode, lightningIn, zoom, areCellsOn, nowMs, zone } = input
  const time = mapTimeOf(frame, frames)
  const stream = useStream()

  // The data for played or scrubbed frames is prefetched, like their images, so strikes and echoes change together.
  const past = useMemo(() => frames.flatMap(each => pastInstant(mapTimeOf(each, frames))), [frames])
  const instants = mode === 'STATIC' ? pastInstant(time) : past
  const at = time.kind === 'past' ? instants.indexOf(time.atMs) : -1
  const liveStrikes = useStrikesIn(lightningIn, zoom, stream)
  const pastStrikes = usePastStrikes(lightningIn, zoom, instants)[at]
  const lightning = time.kind === 'past' ? pastStrikes : liveStrikes
  const strikes = useMemo(() => lightning?.data?.strikes.map(strikeOf) ?? null, [lightning?.data])
  const circles = useMemo(() => circlesOf(lightning?.data), [lightning?.data])

  const liveCells = useStormCells(areCellsOn)
  const pastCells = usePastCells(areCellsOn, instants)[at]
  const cells = time.kind === 'past' ? pastCells : liveCells

  return {
    time,
    strikes: lightningIn ? strikes : null,
    circles: lightningIn ? circles : [],
    cells: areCellsOn && time.kind !== 'future' ? (cells?.data?.features ?? null) : null,
    lightningNote: lightningNote(
      { lightning: lightning?.data, hasFailed: lightning?.isError ?? false, time, stream },
      nowMs,
      zone,
    ),
    cellsNote: cellsNote(time, cells, nowMs, zone),
  }
}

function pastInstant(time: MapTime): number[] {
  return time.kind === 'past' ? [time.atMs] : []
}

interface AskedCells {
  readonly data: { readonly asOf: string } | undefined
  readonly isError: boolean
}

function cellsNote(time: MapTime, asked: AskedCells | undefined, nowMs: number, zone: string): LayerNote {
  if (time.kind === 'future') return { text: 'not shown for future times', isWorry: false }
  const hasFailed = asked?.isError ?? false
  if (time.kind === 'past' && hasFailed && !asked?.data)
    return { text: 'not known for this time', isWorry: true }
  const asOfMs = asked?.data ? Date.parse(asked.data.asOf) : null
  return layerNote(
    { asOfMs, hasFailed, oldAfterMs: knownForMs },
    time.kind === 'past' ? time.atMs : nowMs,
    zone,
  )
}

function circlesOf(lightning: MapLightning | undefined): DrawnStrikeCircle[] {
  const atMs = Date.parse(lightning?.at ?? '')
  return (lightning?.circles ?? []).map(({ latitude, longitude, circleMiles, Age }) => ({
    latitude,
    longitude,
    circleMiles,
    timeMs: atMs - Age * 1000,
  }))
}

function strikeOf({ latitude, longitude, Count, TimeStamp, Amp, type }: NearStrike): ShownStrike {
  return { latitude, longitude, count: Count, timeMs: TimeStamp * 1000, amp: Amp, type }
}
