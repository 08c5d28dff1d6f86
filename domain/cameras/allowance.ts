/** How much a customer may watch in a month, and how much it has watched. */
export interface CameraUsage {
  readonly allowedMinutes: number
  readonly usedSeconds: number
}

export function remainingSeconds({ allowedMinutes, usedSeconds }: CameraUsage): number {
  return Math.max(0, allowedMinutes * 60 - usedSeconds)
}

/** Exhausted when the time used reaches the allowance, or if there is no allowance. */
export function isExhausted(usage: CameraUsage): boolean {
  return remainingSeconds(usage) === 0
}

/** How much of the allowance a view reserves at a time. A process that dies can waste at most this much. */
export const sliceSeconds = 10

/** How much of a slice the remaining allowance still covers. */
export function grantedSeconds(usage: CameraUsage): number {
  return Math.min(sliceSeconds, remainingSeconds(usage))
}
