const secondMs = 1000
const minuteMs = 60 * secondMs

/** After this long, triggering the scenario is useless, and its audience must be reached some other way. */
export const firingUsefulMs = 15 * minuteMs
/** Requests that were sent. One that did not reach the provider is repeated for as long as it is useful. */
export const mostAttempts = 6
const [shortestMs, longestMs] = [2 * secondMs, 60 * secondMs]

/** The delay before the next attempt. Doubles after each attempt, from 2 to 60 seconds, plus up to a fifth. */
export function firingPauseMs(attempts: number, askedForMs: number | null, chance: number): number {
  const usual = Math.min(shortestMs * 2 ** (attempts - 1), longestMs)
  return Math.round(Math.max(usual, Math.min(askedForMs ?? 0, firingUsefulMs)) * (1 + 0.2 * chance))
}

/** The delay after the provider could not be reached: half of the firing's age, from 2 to 60 seconds. */
export function unreachedPauseMs(ageMs: number, chance: number): number {
  return Math.round(Math.min(Math.max(shortestMs, ageMs / 2), longestMs) * (1 + 0.2 * chance))
}

/** The result of a request to trigger a scenario. */
export type Fired =
  | { readonly kind: 'answered'; readonly status: number }
  /** No connection was made, so nothing can have been triggered. */
  | { readonly kind: 'not reached'; readonly because: string }
  /** The request was sent and no response arrived, so it may have been triggered. */
  | { readonly kind: 'lost'; readonly because: string }

export type FiringVerdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' | 'unknown' | 'try-again'; readonly because: string }

/**
 * Decides whether the scenario was triggered. Only a request that certainly failed is retried. Paging a school twice is
 * better than never, but a person has to check an unclear result.
 */
export function firingVerdict(fired: Fired, attempts: number): FiringVerdict {
  if (fired.kind === 'lost') return { kind: 'unknown', because: fired.because }
  if (fired.kind === 'not reached') return { kind: 'try-again', because: fired.because }
  const { status } = fired
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 401)
    return {
      kind: attempts === 1 ? 'try-again' : 'failed',
      because: 'InformaCast no longer accepts the API token (401)',
    }
  if (status === 429 || status === 503)
    return {
      kind: attempts < mostAttempts ? 'try-again' : 'failed',
      because: `InformaCast asked to retry later (${status})`,
    }
  if (status >= 500) return { kind: 'unknown', because: `InformaCast responded with ${status}` }
  return { kind: 'failed', because: `InformaCast rejected the request (${status})` }
}
