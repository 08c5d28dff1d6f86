import { randomUUID } from 'node:crypto'
import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'
import { BoundedMap } from './bounded-map.ts'
import { harmless } from './harmless.ts'
import { otlpBodyOf } from './otlp.ts'
import { createSender } from './sender.ts'
import type { Span, TraceContext } from './span.ts'

export { BoundedMap } from './bounded-map.ts'
export { createBudget, createSample } from './budget.ts'
export type { Span, SpanDetails, TraceContext } from './span.ts'

/** The destination of spans. */
export interface TracesConfig {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
}

/** Traces strikes and messages through all processes. Nothing here waits, throws or writes to the database. */
export interface Traces {
  /** Identifies this process within the installation. */
  readonly instance: string
  /** Adds a completed step. */
  add(span: Span): void
  /** Remembers the trace that the consequences of a cause belong to: 'fact 17', 'alarm 3'. */
  remember(cause: string, context: TraceContext): void
  contextOf(cause: string): TraceContext | undefined
  /** Returns the same watcher, except that it never throws into what it watches. */
  guard<Watcher extends object>(watcher: Watcher): Watcher
  readonly figures: readonly Figure[]
  /** Sends the remaining spans, within two seconds. */
  stop(): Promise<void>
}

export interface TracesDeps {
  readonly config: TracesConfig
  readonly house: string
  readonly version: string
  readonly log: Log
  readonly isHeld: () => boolean
}

export function createTraces({ config, house, version, log, isHeld }: TracesDeps): Traces {
  const { url, headers, serviceName } = config
  const instance = randomUUID()
  const origin = { house, serviceName, version, instance }
  const sender = createSender<Span>({ url, headers, log, isHeld, bodyOf: spans => otlpBodyOf(spans, origin) })
  const known = new BoundedMap<string, TraceContext>()
  return {
    instance,
    add: sender.offer,
    remember: (cause, context) => void known.set(cause, context),
    contextOf: cause => known.get(cause),
    guard: watcher => harmless(watcher, log),
    figures: sender.figures,
    stop: sender.stop,
  }
}
