import { layerNote, type LayerNote } from './layer-note.ts'
import { isLeftBehind, presentOf } from '#web/map/radar/frame-words.ts'
import type { Frame } from '#web/map/radar/frames.ts'
import { mapTimeOf } from '#web/map/radar/map-time.ts'
import { withDay } from '#web/parts/times.ts'

interface ShownRadar {
  /** The frame that is seen. */
  readonly frame: Frame | null
  readonly frames: readonly Frame[]
  /** The last question was not answered. */
  readonly hasFailed: boolean
  readonly oldAfterMs?: number | undefined
}

/** Of when the radar on the map is: the time of its frame, and a worry where even the latest is old. */
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
  if (latest.isWorry) return { ...latest, text: latest.text.replace(/^as of/, 'latest is of') }
  return {
    text: `${kind === 'past' ? 'of' : 'for'} ${withDay(new Date(frame.timeMs), nowMs, zone)}`,
    isWorry: false,
  }
}
