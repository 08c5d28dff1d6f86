import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { samplePath } from '#domain/cases.testing'
import type { Events } from '#server/events'
import type { FeedMemory, FeedParts } from '#server/feeds/parts'
import { createBus, type Bus } from '#server/platform/bus'
import type { Clock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createUpstream } from '#server/platform/upstream/index'

/** Whether real payloads are available next to the repository. */
export const hasSamples = samplePath('SOURCES.md') !== null
export const sample = (name: string): Buffer => readFileSync(samplePath(name) ?? '')

/** Answers a request; a path that nothing answers gets 404. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A public source's server on this machine, which counts its requests. */
export interface PlayedServer {
  readonly baseUrl: string
  /** Every requested path, with its query. */
  readonly asked: string[]
  answer: (path: string) => Answer | undefined
  close(): Promise<void>
}

export async function playServer(): Promise<PlayedServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = played.answer(path)
    if (answer) answer(request, response)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const played: PlayedServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    asked,
    answer: () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return played
}

export const sends =
  (contentType: string, body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': contentType, ...headers }).end(body)

/** An error page like those of many public servers. */
export const errorPage = sends('text/html', '<html><h1>Scheduled maintenance</h1></html>')

export const refuses =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end('Service Unavailable')

/** Sends the beginning of a response and disconnects. */
export const breaksOff =
  (contentType: string, body: Uint8Array): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': contentType, 'content-length': String(body.length) })
    response.write(body.subarray(0, body.length >> 1), () => response.destroy())
  }

export type Health = Parameters<FeedParts['report']>[0]

export interface PlayedParts {
  readonly parts: FeedParts
  readonly bus: Bus<Events>
  readonly health: Health[]
  /** The data that the feed has stored. A second feed that is given this data acts as one that takes over. */
  readonly remembered: Map<string, unknown>
  advance(byMs: number): void
  nowMs(): number
  /** Runs each due task once. */
  run(): Promise<void>
  /** Runs the due tasks of a feed this many times, with a pause after each. */
  turns(feed: { settled(): Promise<unknown> }, count: number, eachMs: number): Promise<void>
  /** Reports that the forecast of someone's place there is missing. */
  hasPlaceAt(place: { readonly latitude: number; readonly longitude: number }): Promise<void>
}

/** Creates a feed's dependencies, with a clock and a schedule that a test controls. */
export function playParts(
  server: PlayedServer,
  startMs: number,
  remembered = new Map<string, unknown>(),
): PlayedParts {
  let timeMs = startMs
  const clock: Clock = { now: () => new Date(timeMs), monotonicMs: () => timeMs }
  const bus = createBus<Events>(silentLog)
  const health: Health[] = []
  const tasks: { run: () => Promise<void>; pauseMs: number; dueMs: number }[] = []
  const memory: FeedMemory = {
    recall: async key => remembered.get(key) ?? null,
    keep: async (key, value) => void remembered.set(key, JSON.parse(JSON.stringify(value))),
  }
  const advance = (byMs: number) => void (timeMs += byMs)
  async function runDue() {
    for (const task of tasks) {
      if (task.dueMs > timeMs) continue
      task.dueMs = timeMs + task.pauseMs
      await task.run()
    }
    await bus.settled()
  }
  return {
    bus,
    health,
    remembered,
    parts: {
      clock,
      bus,
      memory,
      log: silentLog,
      baseUrl: server.baseUrl,
      report: each => void health.push(each),
      upstream: createUpstream({
        name: 'The source',
        userAgent: 'test',
        clock,
        mostAtOnce: 4,
        mostPerMinute: 1000,
        random: () => 0,
      }),
      schedule: {
        every: (_name, pauseMs, run) => void tasks.push({ run, pauseMs, dueMs: startMs }),
        nudge() {},
        states: () => [],
        stop: async () => {},
      },
    },
    advance,
    nowMs: () => timeMs,
    run: runDue,
    async turns(feed, count, eachMs) {
      for (let turn = 0; turn < count; turn++) {
        await runDue()
        await feed.settled()
        await bus.settled()
        advance(eachMs)
      }
    },
    async hasPlaceAt(place) {
      const missed = { customerId: 1, isLookedAt: false, isMissing: true, because: 'a test' }
      bus.publish('forecast-missed', { ...place, ...missed })
      await bus.settled()
    },
  }
}
