/** A recording pauses after this long without activity and continues with the next activity. */
const idleMs = 60_000
/** Maximum total length of a recording's parts. */
const longestMs = 15 * 60_000

export interface Recording {
  /** Total length of the parts that have ended. */
  readonly endedMs: number
  readonly begunMs: number
  readonly lastActiveMs: number
}

export function beginRecording(nowMs: number): Recording {
  return { endedMs: 0, begunMs: nowMs, lastActiveMs: nowMs }
}

function recordedMs({ endedMs, begunMs, lastActiveMs }: Recording, nowMs: number): number {
  return endedMs + Math.min(nowMs, lastActiveMs + idleMs) - begunMs
}

export function isRecording(recording: Recording, nowMs: number): boolean {
  return nowMs < recording.lastActiveMs + idleMs && recordedMs(recording, nowMs) < longestMs
}

/** Adds activity to a recording; if it had paused by then, its next part starts. */
export function afterActivity(recording: Recording, nowMs: number): Recording {
  if (nowMs < recording.lastActiveMs + idleMs) return { ...recording, lastActiveMs: nowMs }
  return { endedMs: recordedMs(recording, nowMs), begunMs: nowMs, lastActiveMs: nowMs }
}
