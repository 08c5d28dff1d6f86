import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { createUpstream, UpstreamFailure, type UpstreamDocument, type UpstreamRequest } from './index.ts'

type Play = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let base = ''
let play: Play
let asked: IncomingMessage[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request)
    play(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  play = json({ value: 1 })
})

const json =
  (value: unknown, headers: Record<string, string> = {}): Play =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
const status =
  (code: number, headers: Record<string, string> = {}): Play =>
  (_, response) =>
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end('<html>Sorry</html>')

const parse = ({ body }: UpstreamDocument) => JSON.parse(body.toString()) as { readonly value: number }
const document = (path = '/one', extra: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  url: base + path,
  maxBytes: 1000,
  contentTypes: ['application/json'],
  ...extra,
})

function open(extra: Partial<Parameters<typeof createUpstream>[0]> = {}) {
  const clock = shiftedClock()
  const upstream = createUpstream({
    name: 'example.gov',
    userAgent: 'Skywarden (ops@example.org)',
    clock,
    mostAtOnce: 2,
    mostPerMinute: 1000,
    random: () => 1,
    ...extra,
  })
  return { clock, upstream, read: (request = document()) => upstream.read(request, parse) }
}

describe('a source is requested', () => {
  it("with the product's and the operator's name", async () => {
    await open().read()
    expect(asked[0]?.headers['user-agent']).toBe('Skywarden (ops@example.org)')
  })

  it('once per URL at a time, however many callers want the document', async () => {
    const { read } = open()
    const answers = await Promise.all([read(), read(), read()])
    expect(answers.map(({ value }) => value.value)).toEqual([1, 1, 1])
    expect(asked).toHaveLength(1)
  })

  it('conditionally, and returns the previous value if nothing has changed', async () => {
    play = (request, response) =>
      request.headers['if-none-match'] === '"a"'
        ? response.writeHead(304).end()
        : json({ value: 7 }, { etag: '"a"' })(request, response)
    const { read } = open()
    expect(await read()).toMatchObject({ value: { value: 7 }, isNew: true })
    expect(await read()).toMatchObject({ value: { value: 7 }, isNew: false })
  })

  it('unconditionally each time for documents that are requested once', async () => {
    play = json({ value: 1 }, { etag: '"a"' })
    const { read } = open()
    await read(document('/one', { isOnce: true }))
    await read(document('/one', { isOnce: true }))
    expect(asked[1]?.headers['if-none-match']).toBeUndefined()
  })

  it('unconditionally after a response that could not be parsed: a broken document is never taken for unchanged', async () => {
    play = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', etag: '"a"' }).end('{"value":')
    const { read } = open()
    await expect(read()).rejects.toThrow(UpstreamFailure)
    play = json({ value: 2 }, { etag: '"a"' })
    expect(await read()).toMatchObject({ value: { value: 2 }, isNew: true })
    expect(asked[1]?.headers['if-none-match']).toBeUndefined()
  })

  it('with few concurrent requests', async () => {
    let [inside, most] = [0, 0]
    play = (request, response) => {
      most = Math.max(most, ++inside)
      setTimeout(() => {
        inside--
        json({ value: 1 })(request, response)
      }, 20)
    }
    const { read } = open()
    await Promise.all(Array.from({ length: 8 }, (_, index) => read(document(`/${index}`))))
    expect(most).toBe(2)
  })

  it('with a limited number of requests per minute', async () => {
    const { read, clock } = open({ mostPerMinute: 3, mostAtOnce: 8 })
    const all = Promise.all(Array.from({ length: 5 }, (_, index) => read(document(`/${index}`))))
    await vi.waitFor(() => expect(asked).toHaveLength(3), 30_000)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(asked).toHaveLength(3)
    clock.advance(minuteMs)
    await all
    expect(asked).toHaveLength(5)
  })

  it('not at all while it is paused', async () => {
    let isPaused = true
    const { read } = open({ isPaused: () => isPaused })
    await expect(read()).rejects.toThrow('example.gov is paused')
    expect(asked).toHaveLength(0)
    isPaused = false
    expect((await read()).value.value).toBe(1)
  })
})

describe('a source that fails', () => {
  it.each<[string, Play, string]>([
    ['with an error', status(503), 'responded with status 503'],
    ['with a page instead of data', status(200), 'sent text/html instead of application/json'],
    ['with no content type', (_, response) => response.writeHead(200).end('{}'), 'sent something instead of'],
    [
      'in the middle of its answer',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{"value":1')
        setTimeout(() => response.destroy(), 10)
      },
      'example.gov',
    ],
    ['with what is not gzip', json({ value: 1 }, { 'content-encoding': 'gzip' }), 'cannot be decompressed'],
    [
      'with a small answer that unfolds into a huge one',
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(100_000))),
      'cannot be decompressed',
    ],
    ['with too much', json('x'.repeat(2000)), 'longer than 1000 bytes'],
    [
      'by leading elsewhere',
      (_, response) => response.writeHead(301, { location: 'http://169.254.169.254/' }).end(),
      'redirects to another server',
    ],
    [
      'by leading in a circle',
      (request, response) => response.writeHead(301, { location: request.url ?? '/' }).end(),
      'redirects in a loop',
    ],
  ])('%s is reported with a reason', async (_, failing, words) => {
    play = failing
    const { read, upstream } = open()
    await expect(read()).rejects.toThrow(words)
    await expect(read()).rejects.toThrow(UpstreamFailure)
    expect(upstream.figures().lastError).toContain(words)
  })

  it('by sending slowly times out', async () => {
    play = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    }
    const { read } = open()
    await expect(read(document('/slow', { timeoutMs: 200 }))).rejects.toThrow('did not respond in time')
  })

  it('is paused after its third failure, each time for longer, and requested at once when it recovers', async () => {
    play = status(500)
    const { read, clock } = open()
    for (let time = 0; time < 3; time++) await expect(read()).rejects.toThrow('status 500')
    await expect(read()).rejects.toThrow(
      'will be retried in 5 s, after: example.gov responded with status 500',
    )
    expect(asked).toHaveLength(3)
    clock.advance(5 * secondMs)
    await expect(read()).rejects.toThrow('status 500')
    clock.advance(5 * secondMs)
    await expect(read()).rejects.toThrow('will be retried in 5 s')
    clock.advance(5 * secondMs)
    play = json({ value: 3 })
    expect((await read()).value.value).toBe(3)
    play = status(500)
    await expect(read()).rejects.toThrow('status 500')
    await expect(read()).rejects.toThrow('status 500')
  })

  it('is never paused for longer than five minutes, or than it asks for, up to half an hour', async () => {
    play = status(500)
    const { read, clock } = open()
    for (let time = 0; time < 20; time++) {
      await expect(read()).rejects.toThrow('status 500')
      clock.advance(5 * minuteMs)
    }
    play = status(429, { 'retry-after': '90000' })
    await expect(read()).rejects.toThrow('status 429')
    clock.advance(29 * minuteMs)
    await expect(read()).rejects.toThrow('will be retried in')
    clock.advance(minuteMs)
    await expect(read()).rejects.toThrow('status 429')
  })

  it('is paused for a minute at most if people wait for it', async () => {
    play = status(500)
    const { read, clock } = open({ longestPauseMs: minuteMs })
    for (let time = 0; time < 12; time++) {
      await expect(read()).rejects.toThrow('status 500')
      clock.advance(minuteMs)
    }
  })

  it('for one document of many is still requested for the others', async () => {
    const { read } = open()
    play = (request, response) =>
      (request.url === '/bad' ? status(500) : json({ value: 1 }))(request, response)
    for (let time = 0; time < 5; time++) {
      await expect(read(document('/bad'))).rejects.toThrow('status 500')
      await read(document('/good'))
    }
  })

  it('with a missing document is still healthy', async () => {
    const { read, upstream } = open()
    play = status(404)
    for (let time = 0; time < 5; time++) {
      const failure = await read().catch((error: unknown) => error)
      expect(failure).toMatchObject({ status: 404 })
    }
    expect(upstream.figures().lastError).toBeNull()
  })
})

describe('a response', () => {
  it('may be compressed, redirected on its own server, and held by a cache, whose age is reported', async () => {
    play = (request, response) =>
      request.url === '/one'
        ? response.writeHead(301, { location: '/two' }).end()
        : response
            .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', age: '90' })
            .end(gzipSync('{"value":5}'))
    expect(await open().read()).toMatchObject({ value: { value: 5 }, heldMs: 90 * secondMs })
  })

  it('is included in the requests of the last hour', async () => {
    const { read, upstream, clock } = open()
    await read()
    await read()
    expect(upstream.figures()).toMatchObject({ requestsLastHour: 2, lastError: null })
    clock.advance(61 * minuteMs)
    expect(upstream.figures().requestsLastHour).toBe(0)
  })
})
