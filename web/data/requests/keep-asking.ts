import { houseHeader } from '#contract/call'
import { momentNow } from '#web/data/live/moment.ts'
import { firstLease, type Lease } from '#domain/lightning/lease'

export interface LeasedAnswer {
  readonly asOf: string
  readonly validForMs: number
  readonly build: string
}

export interface LastAnswer<Data> {
  readonly data: Data | null
  readonly lease: Lease | null
  /** Whether the last request failed. */
  readonly hasFailed: boolean
  /** Whether the requested resource no longer exists. */
  readonly isGone: boolean
}

const usualPauseMs = 5_000
const hiddenPauseMs = 30_000
const longestPauseMs = 60_000
const patienceMs = 8_000

/** Random, so that clients do not poll in lockstep. */
const jittered = (ms: number) => ms * (0.8 + Math.random() * 0.4)

export function retryPauseMs(failures: number, isHidden: boolean): number {
  if (failures > 0) return Math.min(usualPauseMs * 2 ** (failures - 1), longestPauseMs)
  return isHidden ? hiddenPauseMs : usualPauseMs
}

/** Pauses, but ends early when the page becomes visible again or the network returns. */
function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    const events = ['visibilitychange', 'pageshow', 'online'] as const
    const timer = setTimeout(done, ms)
    function wake() {
      if (!document.hidden) done()
    }
    function done() {
      clearTimeout(timer)
      for (const event of events) window.removeEventListener(event, wake)
      document.removeEventListener('visibilitychange', wake)
      resolve()
    }
    for (const event of events) window.addEventListener(event, wake)
    document.addEventListener('visibilitychange', wake)
  })
}

/**
 * Polls for public pages, which stay open for weeks and have no token. A lease starts when the request is sent, so a
 * slow response never extends it.
 */
export async function keepAsking<Data extends LeasedAnswer>(
  address: string,
  onHeard: (received: LastAnswer<Data>) => void,
  onBuild: (build: string) => void,
): Promise<never> {
  let received: LastAnswer<Data> = { data: null, lease: null, hasFailed: false, isGone: false }
  let failures = 0
  for (;;) {
    const requested = momentNow()
    try {
      // A different URL each time, so that no cache on the way can return an old response.
      const response = await fetch(`${address}?at=${Math.random().toString(36).slice(2)}`, {
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(patienceMs),
      })
      document.documentElement.toggleAttribute(
        'data-rehearsal',
        response.headers.get(houseHeader) === 'rehearsal',
      )
      const isGone = response.status === 404
      if (!response.ok && !isGone) throw new Error(String(response.status))
      const { data } = (await response.json()) as { data?: Data }
      if (isGone || !data) received = { data: null, lease: null, hasFailed: false, isGone: true }
      else {
        const lease = firstLease(requested, Date.parse(data.asOf), data.validForMs)
        received = { data, lease, hasFailed: false, isGone: false }
        onBuild(data.build)
      }
      failures = 0
    } catch {
      // Whatever the cause, the lease expires and the page shows that.
      failures++
      received = { ...received, hasFailed: true }
    }
    onHeard(received)
    await pause(jittered(received.isGone ? longestPauseMs : retryPauseMs(failures, document.hidden)))
  }
}
