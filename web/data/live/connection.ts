import { createEventReader } from './events.ts'
import { momentNow } from './moment.ts'
import { live, type LiveEvent } from '#contract/live'
import type { Moment } from '#domain/lightning/lease'
import { reloadIfNewer } from '#web/data/newer-build.ts'
import { noteWeatherKind } from '#web/data/weather-kind.ts'
import { freshToken } from '#web/session/fresh-token.ts'
import { signInHard } from '#web/session/sign-in.ts'

/** Is told every event, with when the stream was asked for and when the event came. */
export interface LiveListener {
  onEvent(event: LiveEvent, requested: Moment, received: Moment): void
}

/** Leases come every few seconds: a stream that is silent for longer is dead, whatever the network thinks. */
const silenceMs = 12_000
const firstPauseMs = 500
const longestPauseMs = 10_000

/** So that not all pages come back in the same moment. */
function spread(pauseMs: number): number {
  return pauseMs * (0.75 + Math.random() / 2)
}

function pauseAfter(failures: number): number {
  return spread(Math.min(firstPauseMs * 2 ** failures, longestPauseMs))
}

/** What a server says that is newer than this page, or wrong. */
class NotUnderstood extends Error {}

function understand(data: string): LiveEvent {
  const event = live.reply.safeParse(JSON.parse(data))
  if (!event.success) throw new NotUnderstood(event.error.message)
  return event.data
}

async function readOnce(
  listener: LiveListener,
  stop: AbortSignal,
  onRetry: (pauseMs: number) => void,
): Promise<void> {
  const token = await freshToken()
  const dead = new AbortController()
  let watchdog = setTimeout(() => dead.abort(), silenceMs)
  const requested = momentNow()
  const response = await fetch(live.path, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    signal: AbortSignal.any([stop, dead.signal]),
  })
  noteWeatherKind(response)
  try {
    if (response.status === 401) return void (await signInHard())
    if (!response.ok || !response.body) throw new Error(`The live stream answered ${response.status}`)
    const read = createEventReader(data => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => dead.abort(), silenceMs)
      listener.onEvent(understand(data), requested, momentNow())
    }, onRetry)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      read(value)
    }
  } finally {
    clearTimeout(watchdog)
    dead.abort() // what was not understood would otherwise stay open, unread
  }
}

/** Keeps a live stream open until stopped: when it ends, for whatever reason, it is opened again, and at once if the server asks for that. */
export function keepConnected(listener: LiveListener): () => void {
  const stop = new AbortController()
  void (async () => {
    let failures = 0
    while (!stop.signal.aborted) {
      let heard = false
      let askedPauseMs: number | undefined
      const noting: LiveListener = {
        onEvent(...args) {
          heard = true
          listener.onEvent(...args)
        },
      }
      // What went wrong matters only where a newer page would understand: the lease runs out, and the screen says so.
      await readOnce(noting, stop.signal, pauseMs => (askedPauseMs = pauseMs))
        .catch(error => (error instanceof NotUnderstood ? reloadIfNewer() : undefined))
        .catch(() => {})
      if (stop.signal.aborted) return
      failures = heard ? 0 : failures + 1
      const pauseMs = askedPauseMs === undefined ? pauseAfter(failures) : spread(askedPauseMs)
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  })()
  return () => stop.abort()
}
