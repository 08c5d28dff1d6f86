/** A device reports at most every ten seconds; clocks and timers may differ by one. */
export const closestMs = 9_000
/** What is older is in reports that were read and signed: a device does not change it any more. */
export const correctableMs = 86_400_000

export type NotAdmitted = 'too soon after another' | 'corrects what is older than a day'

/** A reading of a device, beside what is known of its station. */
export interface ReadingAdmission {
  readonly timeMs: number
  readonly nowMs: number
  /** Whether there is one of the same instant, and whether it says the same. */
  readonly known: 'no' | 'the same' | 'other values'
  readonly isCloseToAnother: boolean
}

/** Why a reading of a device is not taken; null where it is. One that was late, and is new, is always welcome. */
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

/** Whether two instants are closer to each other than a device may report. */
export function isTooClose(oneMs: number, otherMs: number): boolean {
  return oneMs !== otherMs && Math.abs(oneMs - otherMs) < closestMs
}
