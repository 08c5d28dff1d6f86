import { secondMs } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'

/** The maximum number of spans that wait for the collector. If more come, the oldest are dropped. */
export const mostWaiting = 2048
const mostAtOnce = 512
/** Spans that are added within this time are sent together. */
const gatherMs = secondMs
const firstPauseMs = secondMs
const longestPauseMs = 30 * secondMs
const longestAnswerBytes = 16_384

export interface SenderOptions<Item> {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodyOf: (items: readonly Item[]) => string
  readonly log: Log
  /** Whether sending is off, in which case everything is discarded. */
  readonly isHeld: () => boolean
  /** How long one request may take. */
  readonly patienceMs?: number
  /** How long stopping may wait for the remaining spans. */
  readonly farewellMs?: number
}

export interface Sender<Item> {
  /** Queues an item and returns immediately. Never throws. */
  offer(item: Item): void
  readonly figures: readonly Figure[]
  stop(): Promise<void>
}

/** The outcome of a request. */
type Result =
  | { readonly kind: 'taken'; readonly refused: number }
  | { readonly kind: 'try again' | 'refused'; readonly because: string }

const mayPass = (status: number) => status === 408 || status === 429 || status >= 500

/**
 * Counts the refused spans: a collector that accepts a request may still refuse some. A compressed answer is not read,
 * because its size is unknown.
 */
async function refusedIn(reply: Response): Promise<number> {
  const bytes = Number(reply.headers.get('content-length') ?? NaN)
  const isShort = bytes > 0 && bytes <= longestAnswerBytes && !reply.headers.has('content-encoding')
  if (!isShort || !/json/.test(reply.headers.get('content-type') ?? '')) {
    await reply.body?.cancel()
    return 0
  }
  // The collector has accepted the request, so the spans must not be sent again, regardless of its answer.
  const answer = (await reply.json().catch(() => null)) as {
    partialSuccess?: { rejectedSpans?: string | number }
  } | null
  return Number(answer?.partialSuccess?.rejectedSpans ?? 0) || 0
}

/** Returns why a request failed, without its address or headers, which may contain a password. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return name === 'TimeoutError' ? 'No response in time' : (cause?.code ?? message)
}

/**
 * Sends to a collector in the background, one request at a time. Regardless of what the collector does, adding costs
 * the same and memory stays bounded: what it does not accept in time is dropped, oldest first, and counted.
 */
export function createSender<Item>(options: SenderOptions<Item>): Sender<Item> {
  const { url, headers, bodyOf, log, isHeld, patienceMs = 10 * secondMs, farewellMs = 2 * secondMs } = options
  const stopped = new AbortController()
  let waiting: Item[] = []
  let [sent, dropped, underWay] = [0, 0, 0]
  let pauseMs = firstPauseMs
  let isFailing = false
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  async function post(items: readonly Item[]): Promise<Result> {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' },
        body: bodyOf(items),
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(patienceMs)]),
      })
      if (reply.ok) return { kind: 'taken', refused: await refusedIn(reply) }
      await reply.body?.cancel()
      return { kind: mayPass(reply.status) ? 'try again' : 'refused', because: `HTTP ${reply.status}` }
    } catch (error) {
      return { kind: 'try again', because: reasonOf(error) }
    }
  }

  /** Logs one line when a failure begins and one when it ends: a collector may be unavailable for days. */
  function noteState(because: string | null) {
    if (because !== null && !isFailing)
      log.warn(
        { because },
        'traces cannot be sent; check OTEL_EXPORTER_OTLP_ENDPOINT and the collector. Everything else continues.',
      )
    if (because === null && isFailing) log.info({ dropped }, 'sending traces works again')
    isFailing = because !== null
  }

  function dropOldest() {
    const over = waiting.length - mostWaiting
    if (over <= 0) return
    waiting.splice(0, over)
    dropped += over
  }

  function settle(items: readonly Item[], result: Result) {
    noteState(result.kind === 'taken' ? null : result.because)
    if (result.kind === 'taken') {
      sent += items.length - result.refused
      dropped += result.refused
      pauseMs = firstPauseMs
    } else if (result.kind === 'refused') dropped += items.length
    else {
      waiting = [...items, ...waiting]
      dropOldest()
    }
  }

  async function work() {
    while (waiting.length > 0) {
      const items = waiting.splice(0, mostAtOnce)
      underWay = items.length
      const result = await post(items)
      underWay = 0
      settle(items, result)
      if (result.kind !== 'taken') break
    }
    working = undefined
    if (waiting.length > 0 && !isStopping) {
      wake(pauseMs)
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    }
  }

  function wake(afterMs: number) {
    timer ??= setTimeout(() => {
      timer = undefined
      working ??= work()
    }, afterMs).unref()
  }

  const count = (state: string, value: number) => ({ labels: { state }, value })
  return {
    offer(item) {
      if (isStopping || isHeld()) return
      waiting.push(item)
      dropOldest()
      if (!working) wake(gatherMs)
    },
    figures: [
      {
        name: 'skywarden_trace_spans',
        help: 'Trace spans: sent to the collector, dropped because it did not accept them, and waiting',
        labelNames: ['state'],
        read: async () => [
          count('sent', sent),
          count('dropped', dropped),
          count('waiting', waiting.length + underWay),
        ],
      },
    ],
    async stop() {
      isStopping = true
      clearTimeout(timer)
      const late = setTimeout(() => stopped.abort(), farewellMs)
      await working
      if (!isFailing) await (working ??= work())
      clearTimeout(late)
      dropped += waiting.length
      waiting = []
    },
  }
}
