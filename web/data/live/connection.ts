import { createEventReader } from './events.ts'
import { momentNow } from './moment.ts'
import { live, type LiveEvent } from '#contract/live'
import { haveClocksParted, type Moment } from '#domain/lightning/lease'
import { reloadIfNewer } from '#web/data/health/newer-build.ts'
import { noteWeatherKind } from '#web/data/weather/weather-kind.ts'
import { takeFirstRequest } from '#web/session/first-requests.ts'
import { freshToken } from '#web/session/fresh-token.ts'
import { signInHard } from '#web/session/sign-in.ts'

/** Receives every event, with the time the stream was requested and the time the event arrived. */
export interface LiveListener {
  onEvent(event: LiveEvent, requested: Moment, received: Moment): void
}

/** Leases arrive every few seconds. A stream that is silent for longer is dead, even if the network reports it open. */
const silenceMs = 12_000
const firstPauseMs = 500
const longestPauseMs = 10_000

/** Keeps pages from reconnecting at the same moment. */
function spread(pauseMs: number): number {
  return pauseMs * (0.75 + Math.random() / 2)
}

function pauseAfter(failures: number): number {
  return spread(Math.min(firstPauseMs * 2 ** failures, longestPauseMs))
}

/** A message from a server newer than this page, or a malformed one. */
class NotUnderstood extends Error {}

function understand(data: string): LiveEvent {
  const event = live.reply.safeParse(JSON.parse(data))
  if (!event.success) throw new NotUnderstood(event.error.message)
  return event.data
}

function openStream(token: string, signal: AbortSignal) {
  const requested = momentNow()
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  return { response: fetch(live.path, { headers, signal }), requested }
}

async function readOnce(
  listener: LiveListener,
  stop: AbortSignal,
  onRetry: (pauseMs: number) => void,
): Promise<void> {
  const token = await freshToken()
  const dead = new AbortController()
  let watchdog = setTimeout(() => dead.abort(), silenceMs)
  const ended = AbortSignal.any([stop, dead.signal])
  const { response: asked, requested } = takeFirstRequest(live.path, token, ended) ?? openStream(token, ended)
  try {
    const response = await asked
    noteWeatherKind(response)
    if (response.status === 401) return void (await signInHard())
    if (!response.ok || !response.body) throw new Error(`The live stream responded with ${response.status}`)
    const read = createEventReader(data => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => dead.abort(), silenceMs)
      const received = momentNow()
      // Data queued here during sleep is old, and the times measured for this stream are wrong, so a new stream is
      // opened.
      if (haveClocksParted(requested, received)) throw new Error('The clocks no longer agree')
      listener.onEvent(understand(data), requested, received)
    }, onRetry)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      read(value)
    }
  } finally {
    clearTimeout(watchdog)
    dead.abort() // otherwise a stream that could not be parsed would stay open and unread
  }
}

/** Keeps a live stream open until stopped. Reopens it whenever it ends, without delay if the server asks for that. */
export function keepConnected(listener: LiveListener): () => void {
  const stop = new AbortController()
  void (async () => {
    let failures = 0
    while (!stop.signal.aborted) {
      let received = false
      let askedPauseMs: number | undefined
      const noting: LiveListener = {
        onEvent(...args) {
          received = true
          listener.onEvent(...args)
        },
      }
      // An error matters only if a newer build of the page could read the message. Otherwise the lease expires and the
      // screen shows that.
      await readOnce(noting, stop.signal, pauseMs => (askedPauseMs = pauseMs))
        .catch(error => (error instanceof NotUnderstood ? reloadIfNewer() : undefined))
        .catch(() => {})
      if (stop.signal.aborted) return
      failures = received ? 0 : failures + 1
      const pauseMs = askedPauseMs === undefined ? pauseAfter(failures) : spread(askedPauseMs)
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  })()
  return () => stop.abort()
}
