/** What a customer may watch in a month, and what it has watched. */
export interface CameraUsage {
  readonly allowedMinutes: number
  readonly usedSeconds: number
}

export function remainingSeconds({ allowedMinutes, usedSeconds }: CameraUsage): number {
  return Math.max(0, allowedMinutes * 60 - usedSeconds)
}

/** Nothing is left when the time that was used reaches the allowance, or when there is none. */
export function isExhausted(usage: CameraUsage): boolean {
  return remainingSeconds(usage) === 0
}

/** How much of the allowance a view takes at a time, before it may go on: what a process that dies can cost at most. */
export const sliceSeconds = 10

/** What of a slice can still be had. */
export function grantedSeconds(usage: CameraUsage): number {
  return Math.min(sliceSeconds, remainingSeconds(usage))
}
