const freeTries = 5
const firstWaitSeconds = 5
const longestWaitSeconds = 15 * 60
const forgottenAfterSeconds = 24 * 60 * 60

export interface Failures {
  readonly count: number
  readonly lastAt: Date
}

/**
 * How long to wait before the next attempt after this many failed ones. The wait grows but never becomes a lockout,
 * because someone who keeps guessing must not be able to lock the owner out.
 */
export function secondsToWait(failures: Failures | undefined, now: Date): number {
  if (!failures || failures.count < freeTries) return 0
  const sinceLast = (now.getTime() - failures.lastAt.getTime()) / 1000
  if (sinceLast >= forgottenAfterSeconds) return 0
  const wait = Math.min(firstWaitSeconds * 2 ** (failures.count - freeTries), longestWaitSeconds)
  return Math.max(0, Math.ceil(wait - sinceLast))
}
