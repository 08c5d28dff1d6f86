import type { Moment } from '#domain/lightning/lease'

export function momentNow(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() }
}
