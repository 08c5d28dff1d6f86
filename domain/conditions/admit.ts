/** A device reports at most every ten seconds; clocks and timers may differ by one second. */
export const closestMs = 9_000
/** Older data is in reports that people have read and signed, so a device can no longer change it. */
const correctableMs = 86_400_000

export type NotAdmitted = 'too soon after another' | 'corrects what is older than a day'

/** A device's reading, and what is known about its station. */
export interface ReadingAdmission {
  readonly timeMs: number
  readonly nowMs: number
  /** Whether there is a reading for the same time, and whether it is identical. */
  readonly known: 'no' | 'the same' | 'other values'
  readonly isCloseToAnother: boolean
}

/** Why a device's reading is rejected; null if it is accepted. A late reading that is new is always accepted. */
export function notAdmitted({
  timeMs,
  nowMs,
  known,
  isCloseToAnother,
}: ReadingAdmission): NotAdmitted | null {
  if (known === 'no') return isCloseToAnother ? 'too soon after another' : null
  if (known === 'the same') return null
  return nowMs - timeMs > correctableMs ? 'corrects what is older than a day' : null
}

/** Whether two times are closer together than a device may report. */
export function isTooClose(oneMs: number, otherMs: number): boolean {
  return oneMs !== otherMs && Math.abs(oneMs - otherMs) < closestMs
}
