import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { minuteMs } from '#server/platform/clock'
import {
  airNow,
  aviationWeather,
  canada,
  coneMap,
  decks,
  hurricanes,
  surfaceBulletin,
} from './played-national.testing.ts'
import type { Recorded } from './played-recorded.testing.ts'
import { weatherService } from './played-nws.testing.ts'
import type { PlayedDocument, PlayedHost, Sky } from './played-sky.testing.ts'
import { windowMs as usualWindowMs } from '#server/feeds/glm/generate.testing'
import {
  mosaics,
  radar,
  radarTables,
  satellite,
  type RadarOptions,
  type SatelliteOptions,
} from './played-storms.testing.ts'

/** Faults that public servers are known to have. */
export const worldFaults = [
  'error',
  'page',
  'truncated',
  'stale',
  'bad gzip',
  'drip',
  'unchanged',
  'redirect',
  'skew',
] as const
export type WorldFault = (typeof worldFaults)[number]

export interface WorldRequest {
  readonly host: string
  /** The path, including the query. */
  readonly path: string
  /** When it was requested, by the server's clock. */
  readonly atMs: number
}

/** All public sources on one local server, where the first part of each path is the real host name. */
export interface PlayedWorld {
  /** For FEEDS_FROM. */
  readonly url: string
  readonly hosts: readonly string[]
  readonly requests: WorldRequest[]
  /** Injects a fault into one host, or into all hosts, from now on; null ends the fault. */
  fail(fault: WorldFault | null, host?: string): void
  /** Returns the maximum number of requests within any minute of the server's clock. */
  mostPerMinute(host: string): number
  /** Counts requests for paths with this prefix. */
  count(host: string, beginning?: string): number
  /** Returns whether a client waits for a response that may never be complete. */
  isDripping(): boolean
  /** Resolves when there was no request for a moment, and every response that will complete has completed. */
  quiet(): Promise<void>
  close(): Promise<void>
}

export interface PlayedWorldOptions extends RadarOptions, Partial<SatelliteOptions> {
  readonly sky: Sky
  readonly nowMs: () => number
  /** Recordings of real services to mix in. */
  readonly recorded?: Recorded | null
}

/** How old a stale response is, and how far off a wrong clock is. */
const staleByMs = 30 * minuteMs
const skewMs = 3 * minuteMs
const dripEveryMs = 500
/** After a response, the server sends its next request within this time. */
const quietForMs = 25

const tagOf = (body: Uint8Array) => `"${createHash('sha1').update(body).digest('hex')}"`

function answer(request: IncomingMessage, response: ServerResponse, found: PlayedDocument | null, age = 0) {
  if (!found) {
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"status":404}')
    return
  }
  const { contentType, body, isTagged } = found
  const etag = tagOf(body)
  const headers = { ...(isTagged && { etag }), ...(age > 0 && { age: String(age) }) }
  if (isTagged && request.headers['if-none-match'] === etag) response.writeHead(304, headers).end()
  else
    response
      .writeHead(200, { ...headers, 'content-type': contentType, 'content-length': body.length })
      .end(body)
}

/** Sends a byte now and then, until the client gives up. */
function drip(response: ServerResponse, { contentType, body }: PlayedDocument) {
  response.writeHead(200, { 'content-type': contentType, 'content-length': body.length })
  let sent = 0
  const timer = setInterval(() => {
    if (sent < body.length) response.write(body.subarray(sent, ++sent))
    else response.end()
  }, dripEveryMs)
  response.once('close', () => clearInterval(timer))
}

/** Responds with a fault that is unrelated to the weather. */
function answerWrongly(fault: WorldFault, response: ServerResponse, found: PlayedDocument) {
  const { contentType, body } = found
  if (fault === 'error') response.writeHead(503, { 'content-type': 'text/plain' }).end('Service Unavailable')
  if (fault === 'page')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><h1>Scheduled maintenance</h1></html>')
  if (fault === 'truncated') {
    response.writeHead(200, { 'content-type': contentType, 'content-length': body.length })
    response.write(body.subarray(0, body.length >> 1), () => response.destroy())
  }
  if (fault === 'bad gzip')
    response
      .writeHead(200, { 'content-type': contentType, 'content-encoding': 'gzip' })
      .end(Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), body.subarray(0, 50)]))
  if (fault === 'drip') drip(response, found)
  if (fault === 'unchanged') response.writeHead(304).end()
  if (fault === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()
}

/** Starts a server that simulates all public sources. */
export async function playWorld(options: PlayedWorldOptions): Promise<PlayedWorld> {
  const { nowMs, hasPictures, recorded, windowMs = usualWindowMs } = options
  const sky = recorded ? { ...options.sky, recordedFlashes: recorded.flashes } : options.sky
  const hosts: Readonly<Record<string, PlayedHost>> = {
    'api.weather.gov': recorded?.playWeatherService(weatherService(sky)) ?? weatherService(sky),
    'api.weather.gc.ca': canada(sky),
    'aviationweather.gov': aviationWeather(sky),
    'noaa-goes19.s3.amazonaws.com': satellite('G19', sky, { windowMs }),
    'noaa-goes18.s3.amazonaws.com': satellite('G18', sky, { windowMs }),
    'mesonet.agron.iastate.edu': radar(sky, { hasPictures }),
    'noaa-mrms-pds.s3.amazonaws.com': mosaics,
    'tgftp.nws.noaa.gov': radarTables(sky),
    's3-us-west-1.amazonaws.com': airNow,
    'www.nhc.noaa.gov': recorded?.playHurricanes(hurricanes) ?? hurricanes,
    'ftp.nhc.noaa.gov': decks,
    'mapservices.weather.noaa.gov': coneMap,
    'www.wpc.ncep.noaa.gov': surfaceBulletin,
  }
  const requests: WorldRequest[] = []
  const faults = new Map<string, WorldFault>()
  const dripping = new Set<ServerResponse>()
  let [underWay, lastMs] = [0, -Infinity]

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams, search } = new URL(request.url ?? '', 'http://world')
    const [, host = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(pathname) ?? []
    const [path, atMs, fault] = [decodeURIComponent(rest), nowMs(), faults.get(host)]
    requests.push({ host, path: path + search, atMs })
    const find = (shiftMs: number) =>
      hosts[host]?.(path, searchParams, atMs + shiftMs) ?? Promise.resolve(null)
    if (fault === undefined) return answer(request, response, await find(0))
    if (fault === 'stale') return answer(request, response, await find(-staleByMs), staleByMs / 1000)
    if (fault === 'skew') return answer(request, response, await find(skewMs))
    const found = await find(0)
    // A missing document stays missing during every fault except those that replace it.
    if (!found && fault !== 'error' && fault !== 'page') return answer(request, response, null)
    if (fault === 'drip') dripping.add(response)
    response.once('close', () => dripping.delete(response))
    answerWrongly(
      fault,
      response,
      found ?? { contentType: 'text/plain', body: Buffer.alloc(0), isTagged: false },
    )
  }

  const server = createServer((request, response) => {
    underWay++
    response.once('close', () => {
      underWay--
      lastMs = performance.now()
    })
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hosts: Object.keys(hosts),
    requests,
    fail(fault, host) {
      for (const each of host === undefined ? Object.keys(hosts) : [host])
        if (fault) faults.set(each, fault)
        else faults.delete(each)
      // A server whose time runs fast would wait for these responses as long as a real server would.
      if (fault !== 'drip') for (const response of dripping) response.destroy()
    },
    mostPerMinute(host) {
      const times = requests.filter(each => each.host === host).map(({ atMs }) => atMs)
      return Math.max(
        0,
        ...times.map((atMs, index) => times.slice(index).filter(each => each < atMs + minuteMs).length),
      )
    },
    count: (host, beginning = '') =>
      requests.filter(each => each.host === host && each.path.startsWith(beginning)).length,
    isDripping: () => dripping.size > 0,
    async quiet() {
      const isQuiet = () => underWay === dripping.size && performance.now() - lastMs > quietForMs
      while (!isQuiet()) await new Promise(resolve => setTimeout(resolve, 5))
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
