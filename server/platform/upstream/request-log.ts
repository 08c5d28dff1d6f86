import { hourMs, type Clock } from '#server/platform/clock'

/** A source's performance figures. */
export interface RequestFigures {
  readonly requestsLastHour: number
  /** How long the newest response took; null before the first. */
  readonly latencyMs: number | null
  /** Why the newest request failed; null if it succeeded. */
  readonly lastError: string | null
}

/** Records the requests of the last hour, for the status page. */
export function createRequestLog(clock: Pick<Clock, 'monotonicMs'>) {
  let startedMs: number[] = []
  let latencyMs: number | null = null
  let lastError: string | null = null

  const recent = () => startedMs.filter(atMs => atMs > clock.monotonicMs() - hourMs)

  return {
    started() {
      startedMs = recent()
      startedMs.push(clock.monotonicMs())
    },
    answered(tookMs: number) {
      latencyMs = Math.round(tookMs)
    },
    succeeded() {
      lastError = null
    },
    failed(because: string) {
      lastError = because
    },
    figures: (): RequestFigures => ({ requestsLastHour: recent().length, latencyMs, lastError }),
  }
}
