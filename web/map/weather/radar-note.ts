import { layerNote, type LayerNote } from './layer-note.ts'
import { isLeftBehind, presentOf } from '#web/map/radar/frame-text.ts'
import type { MapFrame } from '#web/map/radar/frames.ts'
import { mapTimeOf } from '#web/map/radar/map-time.ts'
import { withDay } from '#web/parts/time/times.ts'

interface ShownRadar {
  /** The displayed frame. */
  readonly frame: MapFrame | null
  readonly frames: readonly MapFrame[]
  /** Whether the last request failed. */
  readonly hasFailed: boolean
  readonly oldAfterMs?: number | undefined
}

/** States the time of the radar on the map, with a warning if even the latest frame is old. */
export function radarNote(
  { frame, frames, hasFailed, oldAfterMs }: ShownRadar,
  nowMs: number,
  zone: string,
): LayerNote {
  const asOfMs = presentOf(frames)?.timeMs ?? null
  const isOld = isLeftBehind(frames, nowMs, oldAfterMs)
  const latest = layerNote({ asOfMs, hasFailed, oldAfterMs: isOld ? 0 : Infinity }, nowMs, zone)
  const { kind } = mapTimeOf(frame, frames)
  if (!frame || kind === 'now') return latest
  if (latest.isWorry) return { ...latest, text: latest.text.replace(/^as of/, 'latest is from') }
  return {
    text: `${kind === 'past' ? 'of' : 'for'} ${withDay(new Date(frame.timeMs), nowMs, zone)}`,
    isWorry: false,
  }
}
