import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isFailed: boolean
  /** The process that sent it. */
  readonly instance: string
}

/** An OpenTelemetry collector over HTTP, with the faults that a test sets. */
export interface Collector {
  readonly url: string
  readonly spans: ReceivedSpan[]
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** The collector's behavior from now on: takes spans, answers with a status, or never answers. */
  mood: 'well' | 'hanging' | number
  /** The response to accepted spans; bytes are JSON compressed with Brotli. */
  answer: object | Buffer
  /** Ends every connection. */
  cutOff(): void
  close(): void
}

type Value = { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean }
type Attribute = { readonly key: string; readonly value: Value }
interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}
interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly links?: ReceivedSpan['links']
  readonly status?: { readonly code: number }
}

function valuesOf(attributes: readonly Attribute[]) {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  )
}

const msOf = (nanos: string) => Number(BigInt(nanos) / 1_000_000n)

function spansIn({ resourceSpans }: Body): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const instance = String(valuesOf(resource.attributes)['service.instance.id'])
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, attributes, links = [], status, ...times }) => ({
        traceId,
        spanId,
        ...(parentSpanId !== undefined && { parentSpanId }),
        name,
        startMs: msOf(times.startTimeUnixNano),
        endMs: msOf(times.endTimeUnixNano),
        attributes: valuesOf(attributes),
        links,
        isFailed: status?.code === 2,
        instance,
      }))
  })
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, reply) => {
    void text(request).then(body => {
      collector.requests.push({ path: request.url ?? '', headers: request.headers, body })
      if (collector.mood === 'hanging') return
      if (collector.mood !== 'well') {
        reply.writeHead(collector.mood, { location: '/elsewhere' }).end()
        return
      }
      collector.spans.push(...spansIn(JSON.parse(body) as Body))
      const packed = Buffer.isBuffer(collector.answer) ? collector.answer : undefined
      const answer = packed ?? Buffer.from(JSON.stringify(collector.answer))
      const headers = { 'content-type': 'application/json', 'content-length': answer.length }
      reply.writeHead(200, { ...headers, ...(packed && { 'content-encoding': 'br' }) }).end(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    mood: 'well',
    answer: {},
    cutOff: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return collector
}
