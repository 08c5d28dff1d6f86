import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'

const mostWaiting = 1000
const mostAtOnce = 100
const patienceMs = 5000

export interface Forwarder {
  /** Queues as many events as fit and returns immediately. */
  offer(events: readonly object[]): void
  readonly figures: readonly Figure[]
  /** Aborts the request in progress and drops queued events. */
  stop(): Promise<void>
}

/**
 * Forwards events in the background, one request at a time. Events that the collector does not accept are dropped and
 * counted, never retried: no one waits for them, and they must not pile up.
 */
export function createForwarder(url: string, log: Log, limitMs = patienceMs): Forwarder {
  const stopped = new AbortController()
  let waiting: object[] = []
  let sent = 0
  let dropped = 0
  let working: Promise<void> | undefined

  async function post(events: readonly object[]): Promise<void> {
    const reply = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(limitMs)]),
    })
    await reply.body?.cancel()
    if (!reply.ok) throw new Error(`The collector responded with ${reply.status}`)
  }

  async function work(): Promise<void> {
    while (waiting.length > 0 && !stopped.signal.aborted) {
      const batch = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      try {
        await post(batch)
        sent += batch.length
      } catch (error) {
        dropped += batch.length
        if (!stopped.signal.aborted) log.warn({ err: error }, 'the analytics collector did not accept events')
      }
    }
    working = undefined
  }

  const figure = (name: string, help: string, read: () => number): Figure => ({
    name: `skywarden_analytics_${name}`,
    help,
    read: async () => [{ value: read() }],
  })

  return {
    offer(events) {
      const taken = events.slice(0, Math.max(0, mostWaiting - waiting.length))
      dropped += events.length - taken.length
      waiting.push(...taken)
      if (!stopped.signal.aborted) working ??= work()
    },
    figures: [
      figure('waiting', 'Events waiting for the analytics collector', () => waiting.length),
      figure('sent', 'Events that the analytics collector accepted', () => sent),
      figure('dropped', 'Events that the analytics collector did not accept in time', () => dropped),
    ],
    async stop() {
      stopped.abort()
      await working
    },
  }
}
