/** A recording ends when nothing was done for this long, and goes on when something is done again. */
export const idleMs = 60_000
/** All of its parts together are at most this long. */
export const longestMs = 15 * 60_000

export interface Recording {
  /** What the parts that have ended come to. */
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

/** Somebody did something: a recording that has ended by then begins its next part. */
export function afterActivity(recording: Recording, nowMs: number): Recording {
  if (nowMs < recording.lastActiveMs + idleMs) return { ...recording, lastActiveMs: nowMs }
  return { endedMs: recordedMs(recording, nowMs), begunMs: nowMs, lastActiveMs: nowMs }
}
