import { hash } from 'node:crypto'
import type { Span } from './span.ts'

/** The sender of spans. */
export interface SpanOrigin {
  /** The random id of this installation's database, because two installations may send to one collector. */
  readonly house: string
  readonly serviceName: string
  readonly version: string
  /** Different in every process. */
  readonly instance: string
}

/**
 * Ids are derived from stored data, so steps in different processes, and before and after a restart, form one
 * trace without passing anything on.
 */
export function traceIdOf(house: string, trace: string): string {
  return hash('sha256', `${house} trace ${trace}`).slice(0, 32)
}
export function spanIdOf(house: string, key: string): string {
  return hash('sha256', `${house} span ${key}`).slice(0, 16)
}

type Value = { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean }

function valueOf(value: string | number | boolean): Value {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  // 64-bit integers are strings in the JSON of protobuf.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const attributeName = (name: string) =>
  `skywarden.${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`

function attributesOf(details: Span['details']) {
  return Object.entries(details).flatMap(([name, value]: [string, string | number | boolean | null]) =>
    value === null ? [] : { key: attributeName(name), value: valueOf(value) },
  )
}

const internalKind = 1
const errorStatus = 2

/** Returns the time in nanoseconds, as the format requires; our clock has milliseconds. */
const nanosOf = (time: Date) => `${time.getTime()}000000`

function spanOf(house: string, span: Span) {
  const traceId = traceIdOf(house, span.trace)
  return {
    traceId,
    spanId: spanIdOf(house, span.key),
    ...(span.parent !== undefined && { parentSpanId: spanIdOf(house, span.parent) }),
    name: span.name,
    kind: internalKind,
    startTimeUnixNano: nanosOf(span.from),
    endTimeUnixNano: nanosOf(span.to),
    attributes: attributesOf(span.details),
    ...(span.links && {
      links: span.links.map(trace => ({
        traceId: traceIdOf(house, trace),
        spanId: spanIdOf(house, trace),
      })),
    }),
    ...(span.isFailed && { status: { code: errorStatus } }),
  }
}

/**
 * Returns the body of an OTLP/HTTP request in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
 */
export function otlpBodyOf(
  spans: readonly Span[],
  { house, serviceName, version, instance }: SpanOrigin,
): string {
  const attributes = [
    { key: 'service.name', value: valueOf(serviceName) },
    { key: 'service.version', value: valueOf(version) },
    { key: 'service.instance.id', value: valueOf(instance) },
  ]
  const scopeSpans = [{ scope: { name: 'skywarden' }, spans: spans.map(span => spanOf(house, span)) }]
  return JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] })
}
