const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const mostEndpoints = 20
export const timeoutMs = 15 * secondMs
export const longestBodyBytes = 20_000
/** How long the previous secret also signs after a rotation. */
export const rotationMs = dayMs
/** A receiver that has failed for this long is paused, and administrators are notified. */
export const failingForMs = 3 * dayMs

/** Delays after each failed attempt; the last one repeats. Short at first, because the event may be about danger. */
const pausesMs = [
  5 * secondMs,
  15 * secondMs,
  30 * secondMs,
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
]
/** A receiver may ask for a longer delay, within this limit. */
const longestPauseMs = 2 * hourMs

/** The delay after failed attempts, plus up to a fifth to spread retries out. */
export function webhookPauseAfter(attempts: number, askedForMs: number | null, chance: number): number {
  const usual = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? hourMs
  const wanted = Math.max(usual, Math.min(askedForMs ?? 0, longestPauseMs))
  return Math.round(wanted * (1 + 0.2 * chance))
}

/** Parses Retry-After, in seconds or as a date. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * secondMs
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}

export type Verdict =
  | { readonly kind: 'delivered' }
  /** The receiver permanently rejects further events. */
  | { readonly kind: 'gone'; readonly because: string }
  | { readonly kind: 'try-again'; readonly because: string }

/** Judges a response by its status. Only 2xx is a success, because a redirect may lead anywhere. */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone', because: 'The receiver responded that it is gone (410)' }
  if (status >= 300 && status < 400)
    return { kind: 'try-again', because: `The receiver redirected (${status}); redirects are not followed` }
  return { kind: 'try-again', because: `The receiver responded with ${status}` }
}

export function isToBePaused(failingSinceMs: number | null, nowMs: number): boolean {
  return failingSinceMs !== null && nowMs - failingSinceMs >= failingForMs
}
